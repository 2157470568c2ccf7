import { send } from "@/lib/api/send";
import { createParser, type StreamEvent } from "./parse";

export interface Listening {
  /** The last event that is known; none to begin here and now. */
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
  if (after) url.searchParams.set("after", after);
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
