import { useSyncExternalStore } from "react";
import { pause } from "./live/pause";

/*
 * Whether the site can be reached. A browser says that it is online as long as it has any network:
 * in a tunnel, behind a router without a line, or started without a network by the service worker.
 * So what requests have met counts as well, that for the stream of news among them.
 */

/** Any answer of the server will do; this one costs it the least. */
const PROBE = "/healthz";
/** Whoever waits longer has as good as no network. */
const PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 5_000;

const listeners = new Set<() => void>();
let unreachable = false;
let looking = false;

/** Whether the site can be reached, as far as is known. */
export function isOnline(): boolean {
  return navigator.onLine && !unreachable;
}

/** Calls the listener whenever that may have changed. Returns what stops it. */
export function onOnlineChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Whether the site can be reached, as far as is known. */
export function useOnline(): boolean {
  return useSyncExternalStore(onOnlineChange, isOnline);
}

/** A request was answered, whatever the answer. */
export function noteAnswer(): void {
  setUnreachable(false);
}

/**
 * A request was not answered. One may fail for reasons of its own, such as an upload that somebody
 * on the way breaks off; so another is tried, again and again until there is an answer.
 */
export async function noteNoAnswer(): Promise<void> {
  if (looking) return;
  looking = true;
  while (!(await isAnswered())) {
    setUnreachable(true);
    await pause(LOOK_EVERY_MS);
  }
  looking = false;
  setUnreachable(false);
}

async function isAnswered(): Promise<boolean> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), PATIENCE_MS);
  try {
    await fetch(PROBE, { cache: "no-store", signal: limit.signal });
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function setUnreachable(now: boolean): void {
  if (now === unreachable) return;
  unreachable = now;
  for (const listener of listeners) listener();
}
