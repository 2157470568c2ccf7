import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/lib/api/error";
import { FIRST_EVENT_MS, type Following, follow, POLL_MS, SILENCE_MS } from "./follow";
import type { LiveStatus } from "./hub";
import type { Listening } from "./listen";
import type { StreamEvent } from "./parse";

/** One response of the server: it ends when `end` is called, or with the signal. */
interface Answer extends Listening {
  end: () => void;
  fail: (error: unknown) => void;
}

let answers: Answer[] = [];
let events: StreamEvent[] = [];
let statuses: LiveStatus[] = [];
let stop: AbortController;
let last: string | null;
/** Called on each request; does nothing by default. */
let onRequest: (answer: Answer) => void;

const hello = (id: string): StreamEvent => ({ id, name: "hello", data: "{}" });
const news = (id: string): StreamEvent => ({ id, name: "message", data: '{"kind":"wallet"}' });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const latest = () => answers[answers.length - 1] as Answer;
const state = () => statuses.at(-1);

function listen(how: Listening): Promise<void> {
  return new Promise((resolve, reject) => {
    how.signal.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
    const answer = { ...how, end: resolve, fail: reject };
    answers.push(answer);
    onRequest(answer);
  });
}

const world = (): Following => ({
  listen,
  last: () => last,
  onEvent: (event) => {
    last = event.id ?? last;
    events.push(event);
  },
  onStatus: (status) => statuses.push(status),
  signal: stop.signal,
  pause: (ms) => new Promise((resolve) => setTimeout(() => resolve(false), ms)),
  random: () => 1,
});

beforeEach(() => {
  vi.useFakeTimers();
  [answers, events, statuses, last] = [[], [], [], null];
  stop = new AbortController();
  onRequest = () => undefined;
});

afterEach(() => {
  stop.abort();
  vi.useRealTimers();
});

function greet(answer: Answer, ...more: StreamEvent[]): void {
  answer.onSign?.();
  for (const event of [hello(last ?? "5"), ...more]) answer.onEvent(event);
}

test("resumes where the stream ended with its token", async () => {
  follow(world());
  expect(latest()).toMatchObject({ after: null });
  greet(latest(), news("6"));
  expect(state()).toEqual({ state: "live", heldBack: false });
  await pass(SILENCE_MS - 1);
  latest().end();
  await pass(1_001);
  expect(answers).toHaveLength(2);
  expect(latest()).toMatchObject({ after: "6" });
  expect(latest().once).toBeUndefined();
  expect(state()?.state).toBe("live");
  expect(events).toEqual([hello("5"), news("6")]);
});

test("a silent stream is dropped and resumed", async () => {
  follow(world());
  greet(latest());
  await pass(SILENCE_MS - 1);
  latest().onSign?.();
  await pass(SILENCE_MS - 1);
  expect(answers).toHaveLength(1);
  await pass(1 + 1_001);
  expect(answers).toHaveLength(2);
  expect(latest().once).toBeUndefined();
});

test("backs off while the server is unreachable", async () => {
  onRequest = ({ fail }) => fail(ApiError.offline());
  follow(world());
  await pass(0);
  expect(state()?.state).toBe("offline");
  await pass(300_000);
  const streams = answers.filter(({ once }) => !once).length;
  expect(streams).toBeGreaterThan(8);
  expect(streams).toBeLessThan(20);
  onRequest = (answer) => greet(answer);
  await pass(30_000);
  expect(state()?.state).toBe("live");
});

test("polls every three seconds while streams are refused", async () => {
  last = "5";
  onRequest = ({ once, end, fail, onEvent }) => {
    if (!once) return fail(new ApiError("server.too_many_streams", "", 503));
    onEvent(hello("5"));
    end();
  };
  follow(world());
  await pass(60_000);
  expect(state()).toEqual({ state: "polling", heldBack: false });
  const polls = answers.filter(({ once }) => once).length;
  expect(polls).toBeGreaterThan(60_000 / POLL_MS - 5);
  expect(polls).toBeLessThan(60_000 / POLL_MS + 8);
});

test("a delegate polls, and opens no stream", async () => {
  onRequest = ({ onEvent, end }) => {
    onEvent(hello("5"));
    end();
  };
  follow({ ...world(), pollOnly: true });
  await pass(600_000);
  expect(state()).toEqual({ state: "polling", heldBack: false });
  expect(answers.length).toBeGreaterThan(600_000 / POLL_MS - 5);
  expect(answers.every(({ once }) => once)).toBe(true);
});

test.each([
  ["holds the events back", true],
  ["holds all of the answer back", false],
])("reports a proxy that %s, and polls instead", async (_, headersCome) => {
  onRequest = (answer) => {
    if (answer.once) {
      answer.onEvent(hello("5"));
      answer.end();
    } else if (headersCome) answer.onSign?.();
  };
  follow(world());
  await pass((headersCome ? 1 : 2) * FIRST_EVENT_MS - 1);
  expect(statuses).toEqual([]);
  await pass(1);
  expect(state()).toEqual({ state: "polling", heldBack: true });
  await pass(120_000);
  expect(answers.filter(({ once }) => !once)).toHaveLength(1);
  expect(answers.length).toBeGreaterThan(35);
});

test("a silent network is not taken for a proxy", async () => {
  follow(world());
  await pass(4 * FIRST_EVENT_MS + POLL_MS);
  expect(state()).toEqual({ state: "offline", heldBack: false });
});

test("a member with too many streams retries later", async () => {
  onRequest = (answer) => {
    greet(answer, ...(answer.once ? [] : [{ name: "crowded", data: "{}" }]));
    answer.end();
  };
  follow(world());
  await pass(50_000);
  expect(answers.filter(({ once }) => !once)).toHaveLength(1);
  expect(answers.length).toBeGreaterThan(10);
  await pass(30_000);
  expect(answers.filter(({ once }) => !once)).toHaveLength(2);
});

test("no request is sent after a stop", async () => {
  follow(world());
  greet(latest());
  stop.abort();
  expect(latest().signal.aborted).toBe(true);
  await pass(600_000);
  expect(answers).toHaveLength(1);
});
