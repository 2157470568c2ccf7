import { useSyncExternalStore } from "react";

/** The event by which some browsers let a page offer installation; TypeScript has no type. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
}

/** Way to install the site: by a button, by hand, or not at all. */
export type Installing = "button" | "by-hand" | "not";

const listeners = new Set<() => void>();
let offer: InstallEvent | null = null;

/** Waits for the browser's install offer, which comes once and early. */
export function watchInstall(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    // The site offers it in its own place, instead of a dialog over the content.
    event.preventDefault();
    setOffer(event as InstallEvent);
  });
  window.addEventListener("appinstalled", () => setOffer(null));
}

export function useInstalling(): Installing {
  return useSyncExternalStore(subscribe, installing);
}

/** Shows the browser's install dialog. */
export async function install(): Promise<void> {
  const promptEvent = offer;
  // The offer can be used only once.
  setOffer(null);
  await promptEvent?.prompt();
}

/** Checks whether the site runs as an installed app. */
export function isInstalled(): boolean {
  const { standalone } = navigator as { standalone?: boolean };
  return standalone === true || window.matchMedia?.("(display-mode: standalone)").matches === true;
}

/** Checks for iPhones and iPads, which install by hand only. An iPad reports to be a Mac. */
export function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Mac/.test(userAgent) && maxTouchPoints > 1);
}

/**
 * Checks whether the site can be installed here, by a button or in the browser's menu. Known before
 * the browser's offer.
 */
export function canInstall(): boolean {
  if (isInstalled() || !window.isSecureContext) return false;
  return "onbeforeinstallprompt" in window || isIos() || /Android/.test(navigator.userAgent);
}

function installing(): Installing {
  if (isInstalled()) return "not";
  if (offer) return "button";
  return isIos() ? "by-hand" : "not";
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
