import { send } from "@/lib/api/send";
import { createParser, type StreamEvent } from "./parse";

/** Longest look-back: older pages have polled recently. */
const MAX_RECENT_SECONDS = 600;

export interface Listening {
  /** Id of the last known event. Without one, events since the page load are sent too. */
  after: string | null;
  /** Requests only missed events, after which the response ends. */
  once?: boolean;
  signal: AbortSignal;
  onEvent: (event: StreamEvent) => void;
  /** Called when the response begins, and on every sign of life. */
  onSign?: () => void;
}

/**
 * Reads `/api/live` to its end. Rejects with `ApiError` where the server refuses or is unreachable,
 * and with other errors where the stream breaks off.
 */
export async function listen({ after, once, signal, onEvent, onSign }: Listening): Promise<void> {
  const url = new URL("/api/live", window.location.origin);
  if (after !== null) url.searchParams.set("after", after);
  else url.searchParams.set("recent", String(pageAge()));
  if (once) url.searchParams.set("once", "true");
  const headers = { Accept: "text/event-stream" };
  const response = await send(new Request(url, { headers, signal, cache: "no-store" }));
  if (!response.body) return;
  onSign?.();
  const feed = createParser(onEvent);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    onSign?.();
    feed(next.value);
  }
}

/** Returns the page's age in seconds: the data it shows is no older. */
function pageAge(): number {
  return Math.min(Math.ceil(performance.now() / 1_000) + 1, MAX_RECENT_SECONDS);
}
