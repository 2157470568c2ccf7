import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pause } from "./pause";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("waits for the given time", async () => {
  const done = vi.fn();
  pause(1_000, new AbortController().signal).then(done);
  await vi.advanceTimersByTimeAsync(999);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toHaveBeenCalledWith(false);
});

test.each([
  ["the network comes back", () => window.dispatchEvent(new Event("online"))],
  ["somebody looks", () => document.dispatchEvent(new Event("visibilitychange"))],
])("ends when %s", async (_, happen) => {
  const set = vi.spyOn(globalThis, "setTimeout");
  const cleared = vi.spyOn(globalThis, "clearTimeout");
  const paused = pause(60_000, new AbortController().signal);
  const timer = set.mock.results[0]?.value;
  happen();
  expect(await paused).toBe(true);
  expect(cleared).toHaveBeenCalledWith(timer);
});

test("ends when aborted", async () => {
  const end = new AbortController();
  const paused = pause(60_000, end.signal);
  end.abort();
  expect(await paused).toBe(true);
});
