import { expect, test } from "vitest";
import { fakeToken } from "@/test/jwt";
import { clearSession, getSession, secondsLeft, storeTokens } from "./session";
import { decodeToken } from "./token";

test("stores the three session values and reads them back", () => {
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

test("counts the seconds a token has left", () => {
  storeTokens({ accessToken: fakeToken({ expiresIn: 300 }), refreshToken: "r" });
  const session = getSession();
  expect(session && Math.round(secondsLeft(session))).toBeCloseTo(300, -1);
});
