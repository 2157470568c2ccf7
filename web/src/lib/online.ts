import { useSyncExternalStore } from "react";
import { pause } from "./live/pause";

/*
 * Tracks whether the site can be reached. A browser reports to be online as long as it has any
 * network: in a tunnel, behind a router without a line, or when started offline by the service
 * worker. So the outcome of requests counts as well, including that for the event stream.
 */

/** Cheapest path of the server, since any answer will do. */
const PROBE = "/healthz";
/** Time after which a request counts as unanswered. */
const PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 5_000;

const listeners = new Set<() => void>();
let unreachable = false;
let looking = false;

/** Returns whether the site can be reached, as far as known. */
export function isOnline(): boolean {
  return navigator.onLine && !unreachable;
}

/** Calls the listener whenever that may have changed; returns a function that removes it. */
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

/** Returns whether the site can be reached; re-renders on changes. */
export function useOnline(): boolean {
  return useSyncExternalStore(onOnlineChange, isOnline);
}

/** Records that a request was answered, with any status. */
export function noteAnswer(): void {
  setUnreachable(false);
}

/**
 * Records that a request was not answered. One may fail for its own reasons, such as an upload that
 * something on the way breaks off; so a probe is sent, and repeated until it is answered.
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
