import { expect, test } from "vitest";
import { addRange, datesOf, rangeError, removeRange, toRanges } from "./blocked";

test("adjacent dates form one range, also across new year", () => {
  const dates = ["2027-01-01", "2026-12-31", "2026-12-24", "2026-12-30", "2026-12-24"];
  expect(toRanges(dates)).toEqual([
    { first: "2026-12-24", last: "2026-12-24" },
    { first: "2026-12-30", last: "2027-01-01" },
  ]);
  expect(toRanges([])).toEqual([]);
});

test("a range is added and removed", () => {
  const range = { first: "2026-12-30", last: "2027-01-01" };
  expect(datesOf(range)).toEqual(["2026-12-30", "2026-12-31", "2027-01-01"]);
  const dates = addRange(["2026-12-24", "2026-12-31"], range);
  expect(dates).toEqual(["2026-12-24", "2026-12-30", "2026-12-31", "2027-01-01"]);
  expect(removeRange(dates, range)).toEqual(["2026-12-24"]);
});

test.each([
  ["", "", "Choose a date"],
  ["2026-11-20", "", "Choose a date from today on"],
  ["2026-11-21", "", undefined],
  ["2026-12-24", "2026-12-27", undefined],
  ["2026-12-24", "2026-12-23", "The last day must not be before the first"],
  ["2026-12-24", "2027-12-24", undefined],
  ["2026-12-24", "2027-12-25", "You can block 366 dates at most"],
  ["2026-12-24", "9999-12-31", "You can block 366 dates at most"],
])("blocking %j to %j: %j", (first, last, problem) => {
  expect(rangeError([], first, last, "2026-11-21")).toBe(problem);
});
