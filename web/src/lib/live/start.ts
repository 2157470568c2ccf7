import type { QueryClient } from "@tanstack/react-query";
import { ownKey } from "@/lib/session";
import { follow } from "./follow";
import { keepFresh } from "./freshen";
import { getLiveStatus, type LiveEvent, setLiveStatus, tellLive } from "./hub";
import { listen } from "./listen";
import type { StreamEvent } from "./parse";
import { shareAmongTabs } from "./tabs";

const KEY = "live";

/** Follows what happens to the member who is signed in. Returns what stops it. */
export function startLive(queryClient: QueryClient): () => void {
  const end = new AbortController();
  const { signal } = end;
  const key = ownKey(KEY);
  const stopFreshening = keepFresh(queryClient);
  // What was on screen before may be older than what this tab hears first.
  let last: string | null = null;

  const take = (event: StreamEvent) => {
    if (event.id !== undefined) last = event.id;
    if (event.name === "reset") tellLive({ kind: "reset" });
    else if (event.name === "message") tellLive(JSON.parse(event.data) as LiveEvent);
  };

  shareAmongTabs({
    name: `sparkyard-${key}`,
    signal,
    status: getLiveStatus,
    onStatus: setLiveStatus,
    onJoin: () => tellLive({ kind: "reset" }),
    onEvent: (event, previous) => {
      // This tab has missed some.
      if (last !== null && previous !== last) tellLive({ kind: "reset" });
      take(event);
    },
    lead: (tabs) =>
      follow({
        listen,
        signal,
        pause,
        random: Math.random,
        last: () => last ?? localStorage.getItem(key),
        onStatus: (status) => {
          setLiveStatus(status);
          tabs.sendStatus(status);
        },
        onEvent: (event) => {
          const previous = last ?? localStorage.getItem(key);
          // Nothing is known of what came before.
          if (previous === null) tellLive({ kind: "reset" });
          take(event);
          tabs.sendEvent(event, previous);
          if (event.id !== undefined) localStorage.setItem(key, event.id);
        },
      }),
  });

  return () => {
    end.abort();
    stopFreshening();
    setLiveStatus();
  };
}

/** Waits; true when the network or somebody's eyes come back before. */
function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (early: boolean) => {
      clearTimeout(timer);
      window.removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", look);
      signal.removeEventListener("abort", wake);
      resolve(early);
    };
    const wake = () => done(true);
    const look = () => {
      if (!document.hidden) done(true);
    };
    const timer = setTimeout(() => done(false), ms);
    window.addEventListener("online", wake);
    document.addEventListener("visibilitychange", look);
    signal.addEventListener("abort", wake);
  });
}
