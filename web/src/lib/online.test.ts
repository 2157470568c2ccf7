import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noteAnswer, noteNoAnswer, useOnline } from "./online";

const probe = vi.fn<() => Promise<Response>>();
const lost = () => Promise.reject(new TypeError("Failed to fetch"));
const answered = () => Promise.resolve(new Response("ok"));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", probe.mockReset());
});

afterEach(async () => {
  probe.mockImplementation(answered);
  await pass(60_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("without answers the site is offline, whatever the browser says", async () => {
  const { result } = renderHook(useOnline);
  expect(result.current).toBe(true);
  probe.mockImplementation(lost);
  noteNoAnswer();
  await pass(0);
  expect(result.current).toBe(false);
  await pass(20_000);
  expect(result.current).toBe(false);
  expect(probe.mock.calls.length).toBeGreaterThan(2);

  probe.mockImplementation(answered);
  await pass(6_000);
  expect(result.current).toBe(true);
  const calls = probe.mock.calls.length;
  await pass(60_000);
  expect(probe).toHaveBeenCalledTimes(calls);
});

test("a single failed request does not count as offline", async () => {
  const { result } = renderHook(useOnline);
  probe.mockImplementation(answered);
  noteNoAnswer();
  await pass(0);
  expect(result.current).toBe(true);
  expect(probe).toHaveBeenCalledOnce();
});

test("a network without any answer counts as offline", async () => {
  const { result } = renderHook(useOnline);
  vi.stubGlobal(
    "fetch",
    (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", reject)),
  );
  noteNoAnswer();
  await pass(4_900);
  expect(result.current).toBe(true);
  await pass(200);
  expect(result.current).toBe(false);
  vi.stubGlobal("fetch", probe);
});

test("any answer counts, and so does a returning network", async () => {
  const { result } = renderHook(useOnline);
  probe.mockImplementation(lost);
  noteNoAnswer();
  await pass(0);
  act(noteAnswer);
  expect(result.current).toBe(true);
  await pass(6_000);
  expect(result.current).toBe(false);
  probe.mockImplementation(answered);
  await act(async () => {
    window.dispatchEvent(new Event("online"));
  });
  await pass(0);
  expect(result.current).toBe(true);
});

test("the browser's offline report counts", () => {
  const { result } = renderHook(useOnline);
  expect(result.current).toBe(true);
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => {
    window.dispatchEvent(new Event("offline"));
  });
  expect(result.current).toBe(false);
});
