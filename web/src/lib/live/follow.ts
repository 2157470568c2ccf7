import { ApiError } from "@/lib/api/error";
import { noteNoAnswer } from "@/lib/online";
import type { LiveStatus } from "./hub";
import type { Listening } from "./listen";
import type { StreamEvent } from "./parse";

/** Poll interval while there is no stream. */
export const POLL_MS = 3_000;
/** Time for the first event, sent at once: a proxy that buffers it would buffer the rest. */
export const FIRST_EVENT_MS = 5_000;
/** Time after which a silent connection is lost; the server sends something every 20 seconds. */
export const SILENCE_MS = 45_000;
/** Time before the next attempt through a buffering proxy, whose configuration rarely changes. */
const HELD_BACK_RETRY_MS = 300_000;
const CROWDED_RETRY_MS = 60_000;
const MAX_RETRY_MS = 30_000;
/** Time below which a stream counts as failed. */
const SHORT_MS = 5_000;

/** Reason for which a stream ended. */
type Outcome = "ended" | "heldBack" | "crowded" | "failed" | "offline";

/** Dependencies of the loop. */
export interface Following {
  listen: (how: Listening) => Promise<void>;
  /** Returns the id of the last known event. */
  last: () => string | null;
  onEvent: (event: StreamEvent) => void;
  onStatus: (status: LiveStatus) => void;
  signal: AbortSignal;
  /** Whether to poll only, as delegates must: the server refuses them a stream. */
  pollOnly?: boolean;
  /** Waits; resolves to true if a retry makes sense at once, as when the network returns. */
  pause: (ms: number, signal: AbortSignal) => Promise<boolean>;
  /** Returns a random number from 0 to 1, which spreads clients that lost the server at once. */
  random: () => number;
}

/**
 * Keeps a stream open until the signal aborts. Reconnects when it ends, backs off while it cannot
 * be opened, and polls every few seconds meanwhile.
 */
export async function follow(world: Following): Promise<void> {
  const { signal, onStatus, pause, random, pollOnly } = world;
  if (pollOnly) return poll(world, "crowded", Number.POSITIVE_INFINITY);
  let failures = 0;
  while (!signal.aborted) {
    const began = Date.now();
    const outcome = await attempt(world);
    if (signal.aborted) return;
    if (outcome === "ended" && Date.now() - began >= SHORT_MS) {
      // The access token has expired, or the server restarts: all clients reconnect now.
      failures = 0;
      await pause(random() * 1_000, signal);
      continue;
    }
    failures += 1;
    if (outcome === "offline") onStatus({ state: "offline", heldBack: false });
    await poll(world, outcome, retryAfter(outcome, failures) * (0.5 + random() / 2));
  }
}

function retryAfter(outcome: Outcome, failures: number): number {
  if (outcome === "heldBack") return HELD_BACK_RETRY_MS;
  if (outcome === "crowded") return CROWDED_RETRY_MS;
  return Math.min(MAX_RETRY_MS, 1_000 * 2 ** (failures - 1));
}

/** Runs one stream from its beginning to its end. */
async function attempt({ listen, last, onEvent, onStatus, signal }: Following): Promise<Outcome> {
  const limit = new Limit(signal);
  let outcome: Outcome = "failed";
  let greeted = false;
  limit.set(2 * FIRST_EVENT_MS);
  try {
    await listen({
      after: last(),
      signal: limit.signal,
      onSign: () => limit.set(greeted ? SILENCE_MS : FIRST_EVENT_MS),
      onEvent: (event) => {
        if (limit.signal.aborted) return;
        if (!greeted) {
          greeted = true;
          outcome = "ended";
          limit.set(SILENCE_MS);
          onStatus({ state: "live", heldBack: false });
        }
        if (event.name === "crowded") outcome = "crowded";
        else onEvent(event);
      },
    });
  } catch (error) {
    if (!greeted && isUnreachable(error)) return "offline";
  } finally {
    limit.clear();
  }
  // A stream that broke off after its start is resumed like one that ended.
  return limit.reached && !greeted ? "heldBack" : outcome;
}

/** Polls for missed events until it is time to try a stream again. */
async function poll(world: Following, outcome: Outcome, forMs: number): Promise<void> {
  const { listen, last, onEvent, onStatus, signal, pause } = world;
  const until = Date.now() + forMs;
  while (!signal.aborted) {
    const limit = new Limit(signal);
    limit.set(2 * FIRST_EVENT_MS);
    let heldBack = outcome === "heldBack";
    try {
      await listen({ after: last(), once: true, signal: limit.signal, onEvent });
      onStatus({ state: "polling", heldBack });
    } catch (error) {
      if (signal.aborted) return;
      // Not only the stream, but also a short request has failed.
      heldBack = false;
      if (limit.reached) noteNoAnswer();
      const offline = limit.reached || isUnreachable(error);
      onStatus({ state: offline ? "offline" : "polling", heldBack });
    } finally {
      limit.clear();
    }
    const left = until - Date.now();
    const wokenUp = await pause(Math.max(0, Math.min(POLL_MS, left)), signal);
    const mayTry = !heldBack && outcome !== "crowded";
    if (left <= POLL_MS || (mayTry && (wokenUp || outcome === "heldBack"))) return;
  }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** Aborts on a timeout, or with `outer`. */
class Limit {
  readonly #end = new AbortController();
  readonly #outer: AbortSignal;
  #timer: ReturnType<typeof setTimeout> | undefined;
  reached = false;

  constructor(outer: AbortSignal) {
    this.#outer = outer;
    outer.addEventListener("abort", this.#stop);
  }

  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** Restarts the timeout. */
  set(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.reached = true;
      this.#stop();
    }, ms);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#outer.removeEventListener("abort", this.#stop);
  }

  readonly #stop = () => this.#end.abort();
}
