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

test("a refusal removes the three keys and says why, once", async () => {
  serve(() => Response.json({ status: "error" }, { status: 401 }));
  expect(await refreshSession(signIn())).toBe("refused");
  expect(KEYS.map((key) => localStorage.getItem(key))).toEqual([null, null, null]);
  expect(takeSessionEndReason()).toBe("Failed to refresh token");
  expect(takeSessionEndReason()).toBeNull();
});

test("without a refresh token nothing is asked", async () => {
  const sent = serve(tokenResponse);
  expect(await refreshSession(signIn(""))).toBe("refused");
  expect(sent).not.toHaveBeenCalled();
  expect(KEYS.map((key) => localStorage.getItem(key))).toEqual([null, null, null]);
  expect(takeSessionEndReason()).toBe("No refresh token available");
});

test("a new token that cannot be read ends the session", async () => {
  serve(() => Response.json({ data: { accessToken: "nonsense", refreshToken: "r" } }));
  expect(await refreshSession(signIn())).toBe("refused");
  expect(takeSessionEndReason()).toBe("Failed to refresh token");
});

test("many callers at once send one request", async () => {
  const sent = serve(tokenResponse);
  const stale = signIn();
  const results = await Promise.all([1, 2, 3].map(() => refreshSession(stale)));
  expect(results).toEqual(["fresh", "fresh", "fresh"]);
  expect(sent).toHaveBeenCalledTimes(1);
});

/** Another tab holds the lock until `release` is called. */
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

test("tabs take turns, and the second finds the work done", async () => {
  const release = lockInOtherTab();
  const sent = serve(tokenResponse);
  const waiting = refreshSession(signIn());
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "from-the-other" });
  release();
  expect(await waiting).toBe("fresh");
  expect(sent).not.toHaveBeenCalled();
  expect(getSession()?.refreshToken).toBe("from-the-other");
});

test("what the other tab has stored may come after its lock", async () => {
  const release = lockInOtherTab();
  const sent = serve(tokenResponse);
  const waiting = refreshSession(signIn());
  release();
  await Promise.resolve();
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "from-the-other" });
  expect(await waiting).toBe("fresh");
  expect(sent).not.toHaveBeenCalled();
});

test("when the other tab did not manage, this one renews", async () => {
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

test("an answer that comes after signing out brings nobody back", async () => {
  serve(() => {
    clearSession();
    return tokenResponse();
  });
  expect(await refreshSession(signIn())).toBe("refused");
  expect(getSession()).toBeNull();
  expect(takeSessionEndReason()).toBeNull();
});
