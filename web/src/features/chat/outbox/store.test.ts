import { expect, test } from "vitest";
import { storeTokens } from "@/lib/session";
import { fakeToken } from "@/test/jwt";
import { forget, keep, pictureOf, setFailure, unsent } from "./store";

const signIn = (id: string) =>
  storeTokens({ accessToken: fakeToken({ id, expiresIn: 900 }), refreshToken: "r" });

test("what is unsent belongs to the account, and survives a visit of another", () => {
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

test("every message has an id of its own that the server takes", () => {
  signIn("ana");
  const ids = Array.from({ length: 50 }, () => keep("dev", "x", undefined).clientId);
  expect(new Set(ids).size).toBe(50);
  for (const id of ids) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  }
});

test("a refusal is kept, and lifted", () => {
  signIn("ana");
  const { clientId } = keep("dev", "One", undefined);
  setFailure(clientId, { status: 403, message: "No" });
  expect(unsent()[0]?.failure).toEqual({ status: 403, message: "No" });
  setFailure(clientId, undefined);
  expect(unsent()[0]).not.toHaveProperty("failure");
});

test("what is not one of ours is left alone", () => {
  signIn("ana");
  for (const found of ["nonsense", "{}", '[{"clientId": 1}, null]', '[{"to": "dev"}]']) {
    localStorage.setItem("chat.unsent:ana", found);
    expect(unsent()).toEqual([]);
  }
});

test("a picture goes with its message, also where there is no database for it", async () => {
  signIn("ana");
  const picture = new File(["x"], "tap.png", { type: "image/png" });
  const entry = keep("dev", "", picture);
  expect(entry.picture).toBe(true);
  expect(await pictureOf(entry)).toBe(picture);
  forget(entry.clientId);
  expect(await pictureOf(entry)).toBeUndefined();
});
