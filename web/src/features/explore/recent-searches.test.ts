import { beforeEach, expect, test } from "vitest";
import { clearSession, storeTokens } from "@/lib/session";
import { fakeToken } from "@/test/jwt";
import { addSearch, clearSearches, recentSearches } from "./recent-searches";

beforeEach(clearSearches);

test("the last six terms are kept, newest first, without duplicates", () => {
  for (const term of ["tap", "bike", "dog", "tap", "yoga", "bread", "piano", "cello"]) {
    addSearch(term);
  }
  expect(recentSearches()).toEqual(["cello", "piano", "bread", "yoga", "tap", "dog"]);
});

test("prefixes of a term are not kept", () => {
  for (const term of ["plu", "tap", "plum", "plumbing"]) addSearch(term);
  expect(recentSearches()).toEqual(["plumbing", "tap"]);
});

test("searches are per account, and survive an expired session", () => {
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

test("damaged storage counts as empty", () => {
  localStorage.setItem("recentSearches:", "{");
  expect(recentSearches()).toEqual([]);
});
