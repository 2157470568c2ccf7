import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeToken } from "@/test/jwt";
import { keepSessionFresh } from "./keep-fresh";
import { clearSession, getSession, storeTokens } from "./session";

const LIFE = 900;
const AHEAD = 300;

let stop: () => void = () => undefined;
let calls = 0;
let answer: () => Promise<Response>;

const renewed = async () =>
  Response.json({
    status: "success",
    data: { accessToken: fakeToken({ expiresIn: LIFE }), refreshToken: `refresh-${calls}` },
  });

beforeEach(() => {
  vi.useFakeTimers();
  calls = 0;
  answer = renewed;
  vi.stubGlobal("fetch", (path: unknown) => {
    if (path !== "/api/auth/get/refreshtokenweb") return Promise.resolve(Response.error());
    calls += 1;
    return answer();
  });
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function signIn(expiresIn: number) {
  storeTokens({ accessToken: fakeToken({ expiresIn }), refreshToken: "refresh-0" });
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

test("replaces the token whenever its last 300 seconds begin", async () => {
  signIn(LIFE);
  stop = keepSessionFresh();
  await pass(LIFE - AHEAD - 2);
  expect(calls).toBe(0);
  await pass(3);
  expect(calls).toBe(1);
  expect(getSession()?.refreshToken).toBe("refresh-1");
  await pass(LIFE - AHEAD + 1);
  expect(calls).toBe(2);
});

test("starts on sign-in and stops on sign-out", async () => {
  stop = keepSessionFresh();
  await pass(LIFE);
  expect(calls).toBe(0);
  signIn(LIFE);
  await pass(LIFE - AHEAD + 1);
  expect(calls).toBe(1);
  clearSession();
  await pass(2 * LIFE);
  expect(calls).toBe(1);
});

test.each(["focus", "online"])("checks at once on %s, since timers sleep too", async (event) => {
  signIn(LIFE);
  stop = keepSessionFresh();
  // The computer slept: the clock advanced, the timers did not.
  vi.setSystemTime(Date.now() + (LIFE - 10) * 1_000);
  window.dispatchEvent(new Event(event));
  await pass(0);
  expect(calls).toBe(1);
});

test("an unreachable server is retried slowly, and the session kept", async () => {
  answer = () => Promise.reject(new TypeError("Failed to fetch"));
  signIn(AHEAD);
  stop = keepSessionFresh();
  await pass(29);
  expect(calls).toBe(1);
  await pass(2);
  expect(calls).toBe(2);
  expect(getSession()).not.toBeNull();
  answer = renewed;
  await pass(30);
  expect(getSession()?.refreshToken).toBe("refresh-3");
});

test("nothing remains after a stop", async () => {
  signIn(LIFE);
  keepSessionFresh()();
  await pass(2 * LIFE);
  window.dispatchEvent(new Event("focus"));
  expect(calls).toBe(0);
});
