import { afterEach, expect, test, vi } from "vitest";
import { fakeToken } from "@/test/jwt";
import { refreshSession, takeSessionEndReason } from "./refresh";
import { clearSession, getSession, storeTokens } from "./session";

const KEYS = ["accessToken", "refreshToken", "decodedToken"];

afterEach(() => {
  vi.unstubAllGlobals();
  takeSessionEndReason();
});

function serve(answer: () => Response | Promise<Response>) {
  const sent = vi.fn(async () => answer());
  vi.stubGlobal("fetch", sent);
  return sent;
}

function signIn(refreshToken = "refresh-1"): string {
  const accessToken = fakeToken({ expiresIn: 100 });
  storeTokens({ accessToken, refreshToken });
  return accessToken;
}

const tokenResponse = () =>
  Response.json({
    data: { accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "refresh-2" },
  });

test("a refusal removes the keys, and gives the reason once", async () => {
  serve(() => Response.json({ status: "error" }, { status: 401 }));
  expect(await refreshSession(signIn())).toBe("refused");
  expect(KEYS.map((key) => localStorage.getItem(key))).toEqual([null, null, null]);
  expect(takeSessionEndReason()).toBe("Failed to refresh token");
  expect(takeSessionEndReason()).toBeNull();
});

test("without a refresh token no request is sent", async () => {
  const sent = serve(tokenResponse);
  expect(await refreshSession(signIn(""))).toBe("refused");
  expect(sent).not.toHaveBeenCalled();
  expect(KEYS.map((key) => localStorage.getItem(key))).toEqual([null, null, null]);
  expect(takeSessionEndReason()).toBe("No refresh token available");
});

test("an unreadable new token ends the session", async () => {
  serve(() => Response.json({ data: { accessToken: "nonsense", refreshToken: "r" } }));
  expect(await refreshSession(signIn())).toBe("refused");
  expect(takeSessionEndReason()).toBe("Failed to refresh token");
});

test("concurrent callers send one request", async () => {
  const sent = serve(tokenResponse);
  const stale = signIn();
  const results = await Promise.all([1, 2, 3].map(() => refreshSession(stale)));
  expect(results).toEqual(["fresh", "fresh", "fresh"]);
  expect(sent).toHaveBeenCalledTimes(1);
});

/** Simulates a lock held by another tab until `release` is called. */
function lockInOtherTab(): () => void {
  let release: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  type Task = (lock: object | null) => unknown;
  const request = (_name: string, options: object | Task, task?: Task) =>
    task ? Promise.resolve(task(null)) : held.then(() => (options as Task)({}));
  vi.stubGlobal("navigator", { ...navigator, locks: { request } });
  return release;
}

test("tabs take turns, and the second uses the first's token", async () => {
  const release = lockInOtherTab();
  const sent = serve(tokenResponse);
  const waiting = refreshSession(signIn());
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "from-the-other" });
  release();
  expect(await waiting).toBe("fresh");
  expect(sent).not.toHaveBeenCalled();
  expect(getSession()?.refreshToken).toBe("from-the-other");
});

test("the other tab's token may arrive after its lock", async () => {
  const release = lockInOtherTab();
  const sent = serve(tokenResponse);
  const waiting = refreshSession(signIn());
  release();
  await Promise.resolve();
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "from-the-other" });
  expect(await waiting).toBe("fresh");
  expect(sent).not.toHaveBeenCalled();
});

test("if the other tab fails, this one renews", async () => {
  vi.useFakeTimers();
  const release = lockInOtherTab();
  const sent = serve(tokenResponse);
  const waiting = refreshSession(signIn());
  release();
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  expect(await waiting).toBe("fresh");
  expect(sent).toHaveBeenCalledTimes(1);
});

test("a response after signing out is discarded", async () => {
  serve(() => {
    clearSession();
    return tokenResponse();
  });
  expect(await refreshSession(signIn())).toBe("refused");
  expect(getSession()).toBeNull();
  expect(takeSessionEndReason()).toBeNull();
});
