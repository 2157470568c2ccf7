import { beforeEach, expect, test } from "vitest";
import { clearSession, storeTokens } from "@/lib/session";
import { fakeToken } from "@/test/jwt";
import { addSearch, clearSearches, recentSearches } from "./recent-searches";

beforeEach(clearSearches);

test("the newest of six terms comes first, and none stands twice", () => {
  for (const term of ["tap", "bike", "dog", "tap", "yoga", "bread", "piano", "cello"]) {
    addSearch(term);
  }
  expect(recentSearches()).toEqual(["cello", "piano", "bread", "yoga", "tap", "dog"]);
});

test("what was typed on the way to a term does not stay", () => {
  for (const term of ["plu", "tap", "plum", "plumbing"]) addSearch(term);
  expect(recentSearches()).toEqual(["plumbing", "tap"]);
});

test("nobody else sees them, and they are there again after an expired session", () => {
  const signIn = (id: string) =>
    storeTokens({ accessToken: fakeToken({ id, expiresIn: 900 }), refreshToken: "r" });
  signIn("ana");
  addSearch("plumbing");
  clearSession();
  signIn("dev");
  expect(recentSearches()).toEqual([]);
  clearSession();
  signIn("ana");
  expect(recentSearches()).toEqual(["plumbing"]);
});

test("a damaged store counts as empty", () => {
  localStorage.setItem("recentSearches:", "{");
  expect(recentSearches()).toEqual([]);
});
