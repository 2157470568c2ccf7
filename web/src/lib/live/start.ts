import type { QueryClient } from "@tanstack/react-query";
import { getSession, ownKey } from "@/lib/session";
import { follow } from "./follow";
import { getLiveStatus, type LiveEvent, setLiveStatus, tellLive } from "./hub";
import { listen } from "./listen";
import type { StreamEvent } from "./parse";
import { pause } from "./pause";
import { refetchOnEvents } from "./refetch";
import { shareAmongTabs } from "./tabs";

/** Follows the signed-in member's events; returns a function that stops it. */
export function startLive(queryClient: QueryClient): () => void {
  const end = new AbortController();
  const { signal } = end;
  const pollOnly = Boolean(getSession()?.acting);
  const stopRefetching = refetchOnEvents(queryClient);
  /** Id of the last event in this tab. */
  let last: string | null = null;

  const take = (event: StreamEvent) => {
    last = event.id ?? last;
    tell(event);
  };

  /** Fetches missed events, for a tab that joined later or has a gap. */
  const catchUp = async () => {
    const from = last;
    let reached = last;
    const onEvent = (event: StreamEvent) => {
      reached = event.id ?? reached;
      tell(event);
    };
    try {
      await listen({ after: from, once: true, signal, onEvent });
      // Only if no further event has arrived meanwhile.
      if (last === from) last = reached;
    } catch {
      if (!signal.aborted) tellLive({ kind: "reset" });
    }
  };

  shareAmongTabs({
    name: ownKey("sparkyard-live"),
    signal,
    status: getLiveStatus,
    onStatus: setLiveStatus,
    onJoin: catchUp,
    onEvent: (event, previous) => {
      if (last !== null && previous !== last) catchUp();
      take(event);
    },
    lead: (tabs) =>
      follow({
        listen,
        signal,
        pollOnly,
        pause,
        random: Math.random,
        last: () => last,
        onStatus: (status) => {
          setLiveStatus(status);
          tabs.sendStatus(status);
        },
        onEvent: (event) => {
          const previous = last;
          take(event);
          tabs.sendEvent(event, previous);
        },
      }),
  });

  return () => {
    end.abort();
    stopRefetching();
    setLiveStatus();
  };
}

function tell(event: StreamEvent): void {
  if (event.name === "reset") tellLive({ kind: "reset" });
  else if (event.name === "message") tellLive(JSON.parse(event.data) as LiveEvent);
}
