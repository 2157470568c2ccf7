import { expect, test, vi } from "vitest";
import { fakeToken } from "@/test/jwt";
import {
  clearSession,
  clearStorage,
  getSession,
  hasSignedOut,
  onSessionChange,
  secondsLeft,
  storeTokens,
} from "./session";
import { decodeToken } from "./token";

test("stores and reads the three session values", () => {
  const accessToken = fakeToken({ expiresIn: 900, email: "zoë@example.org" });
  expect(storeTokens({ accessToken, refreshToken: "r1" })).toBe(true);
  expect(getSession()?.claims).toMatchObject({ id: "u1", email: "zoë@example.org" });
  expect(localStorage.getItem("refreshToken")).toBe("r1");
  expect(JSON.parse(localStorage.getItem("decodedToken") ?? "")).toMatchObject({ id: "u1" });
  clearSession();
  expect(getSession()).toBeNull();
  expect(localStorage).toHaveLength(0);
});

test.each(["", "nonsense", "a.b.c", `x.${btoa('{"id":1}')}.y`, `x.${btoa("null")}.y`])(
  "refuses a token that cannot be decoded: %j",
  (accessToken) => {
    expect(decodeToken(accessToken)).toBeNull();
    expect(storeTokens({ accessToken, refreshToken: "r" })).toBe(false);
    expect(getSession()).toBeNull();
  },
);

test("counts the seconds until the token expires", () => {
  storeTokens({ accessToken: fakeToken({ expiresIn: 300 }), refreshToken: "r" });
  const session = getSession();
  expect(session && Math.round(secondsLeft(session))).toBeCloseTo(300, -1);
});

test("an ended session is distinguished from a logout, also in another tab", () => {
  const signIn = () =>
    storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const listener = vi.fn();
  const stop = onSessionChange(listener);
  signIn();
  clearSession();
  expect(hasSignedOut()).toBe(false);
  signIn();
  clearStorage();
  expect(hasSignedOut()).toBe(true);
  signIn();
  expect(hasSignedOut()).toBe(false);
  // The storage event of another tab names a key when its session ends, and none after a logout.
  window.dispatchEvent(new StorageEvent("storage", { key: "accessToken" }));
  expect(hasSignedOut()).toBe(false);
  window.dispatchEvent(new StorageEvent("storage", { key: null }));
  expect(hasSignedOut()).toBe(true);
  window.dispatchEvent(new StorageEvent("storage", { key: "accessToken" }));
  expect(hasSignedOut()).toBe(false);
  expect(listener).toHaveBeenCalledTimes(8);
  stop();
});
