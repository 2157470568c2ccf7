import { expect, test } from "vitest";
import { storeTokens } from "@/lib/session";
import { fakeToken } from "@/test/jwt";
import { forget, keep, pictureOf, setFailure, unsent } from "./store";

const signIn = (id: string) =>
  storeTokens({ accessToken: fakeToken({ id, expiresIn: 900 }), refreshToken: "r" });

test("unsent messages belong to the account, and survive another's visit", () => {
  signIn("ana");
  const first = keep("dev", "One", undefined);
  const second = keep("dev", "Two", undefined);
  signIn("bo");
  expect(unsent()).toEqual([]);
  keep("dev", "Mine", undefined);
  signIn("ana");
  expect(unsent()).toEqual([first, second]);
  forget(first.clientId);
  expect(unsent()).toEqual([second]);
});

test("every message has its own valid id", () => {
  signIn("ana");
  const ids = Array.from({ length: 50 }, () => keep("dev", "x", undefined).clientId);
  expect(new Set(ids).size).toBe(50);
  for (const id of ids) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  }
});

test("a refusal is stored and cleared", () => {
  signIn("ana");
  const { clientId } = keep("dev", "One", undefined);
  setFailure(clientId, { status: 403, message: "No" });
  expect(unsent()[0]?.failure).toEqual({ status: 403, message: "No" });
  setFailure(clientId, undefined);
  expect(unsent()[0]).not.toHaveProperty("failure");
});

test("unknown stored entries are ignored", () => {
  signIn("ana");
  for (const found of ["nonsense", "{}", '[{"clientId": 1}, null]', '[{"to": "dev"}]']) {
    localStorage.setItem("chat.unsent:ana", found);
    expect(unsent()).toEqual([]);
  }
});

test("a picture is kept with its message, even without a database", async () => {
  signIn("ana");
  const picture = new File(["x"], "tap.png", { type: "image/png" });
  const entry = keep("dev", "", picture);
  expect(entry.picture).toBe(true);
  expect(await pictureOf(entry)).toBe(picture);
  forget(entry.clientId);
  expect(await pictureOf(entry)).toBeUndefined();
});
