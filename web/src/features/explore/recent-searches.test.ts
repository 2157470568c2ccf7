import { beforeEach, expect, test } from "vitest";
import { forgetSearches, recentSearches, rememberSearch } from "./recent-searches";

beforeEach(forgetSearches);

test("the newest of six terms comes first, and none stands twice", () => {
  for (const term of ["tap", "bike", "dog", "tap", "yoga", "bread", "piano", "cello"]) {
    rememberSearch(term);
  }
  expect(recentSearches()).toEqual(["cello", "piano", "bread", "yoga", "tap", "dog"]);
});

test("what was typed on the way to a term does not stay", () => {
  for (const term of ["plu", "tap", "plum", "plumbing"]) rememberSearch(term);
  expect(recentSearches()).toEqual(["plumbing", "tap"]);
});

test("a damaged store counts as empty", () => {
  localStorage.setItem("recentSearches", "{");
  expect(recentSearches()).toEqual([]);
});
