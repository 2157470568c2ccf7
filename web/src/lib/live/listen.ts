import { send } from "@/lib/api/send";
import { createParser, type StreamEvent } from "./parse";

/** Older pages have asked for what they show not long ago. */
const MAX_RECENT_SECONDS = 600;

export interface Listening {
  /** The last event that is known. Without one, what came since the page began is told too. */
  after: string | null;
  /** Only what was missed, and then an end. */
  once?: boolean;
  signal: AbortSignal;
  onEvent: (event: StreamEvent) => void;
  /** The server has begun to answer, or shown that it is still there. */
  onSign?: () => void;
}

/**
 * Reads `/api/live` to its end. Rejects with `ApiError` where the server refuses or is out of
 * reach, and with something else where the stream breaks off.
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

/** For how many seconds the page has been there: what it shows is no older. */
function pageAge(): number {
  return Math.min(Math.ceil(performance.now() / 1_000) + 1, MAX_RECENT_SECONDS);
}
