import { useSyncExternalStore } from "react";

/** By which browsers let a page offer to install it; not in every browser, nor in TypeScript. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
}

/** Whether the site can be put among the apps: by a button, by hand, or not (any more). */
export type Installing = "button" | "by-hand" | "not";

const listeners = new Set<() => void>();
let offer: InstallEvent | null = null;

/** Waits for the browser's offer to install the site, which comes once and early. */
export function watchInstall(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    // Asked for where it says what it is, and not over whatever one has just begun to read.
    event.preventDefault();
    setOffer(event as InstallEvent);
  });
  window.addEventListener("appinstalled", () => setOffer(null));
}

export function useInstalling(): Installing {
  return useSyncExternalStore(subscribe, installing);
}

/** Has the browser ask whether to install the site. */
export async function install(): Promise<void> {
  const asked = offer;
  // It can be asked once.
  setOffer(null);
  await asked?.prompt();
}

/** Whether the site runs as an app of its own. */
export function isInstalled(): boolean {
  const { standalone } = navigator as { standalone?: boolean };
  return standalone === true || window.matchMedia?.("(display-mode: standalone)").matches === true;
}

/** Apple's phones and tablets, whose browsers leave it to people. Tablets say that they are Macs. */
export function isApple(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Mac/.test(userAgent) && maxTouchPoints > 1);
}

/**
 * Whether a site can be put among the apps here at all, by its own button or in the browser's menu.
 * Known at once, long before the browser offers it.
 */
export function canInstall(): boolean {
  if (isInstalled() || !window.isSecureContext) return false;
  return "onbeforeinstallprompt" in window || isApple() || /Android/.test(navigator.userAgent);
}

function installing(): Installing {
  if (isInstalled()) return "not";
  if (offer) return "button";
  return isApple() ? "by-hand" : "not";
}

function setOffer(next: InstallEvent | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
