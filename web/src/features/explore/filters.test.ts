import { expect, test } from "vitest";
import {
  DISTANCES,
  distanceKm,
  distanceLabel,
  nextDistance,
  nobodyFoundText,
  readFilters,
  withQuery,
} from "./filters";

test.each([
  ["", { city: undefined, distance: undefined, near: false }],
  ["city=York&distance=all", { city: "York", distance: "all", near: false }],
  ["distance=1000", { city: undefined, distance: "1000", near: false }],
  ["distance=750", { city: undefined, distance: undefined, near: false }],
  ["near=me", { city: undefined, distance: undefined, near: true }],
])("the query %j is read", (query, filters) =>
  expect(readFilters(new URLSearchParams(query))).toEqual(filters),
);

test("changing part of the query keeps the rest", () => {
  const params = new URLSearchParams("city=York&distance=200");
  expect(withQuery(params, { distance: "500" }).toString()).toBe("city=York&distance=500");
  expect(withQuery(params, { city: undefined, near: "me" }).toString()).toBe(
    "distance=200&near=me",
  );
});

test("each distance has its radius", () => {
  expect(distanceKm("200")).toBeCloseTo(8.05, 2);
  expect(distanceKm("1000")).toBeCloseTo(32.19, 2);
  expect(distanceKm("2000")).toBeUndefined();
  expect(distanceKm("all")).toBeUndefined();
});

test("distances are in miles, with kilometres where configured", () => {
  expect(DISTANCES.map((distance) => distanceLabel(distance, "km"))).toEqual([
    "Within 5 miles · 8 km",
    "Within 10 miles · 16 km",
    "Within 20 miles · 32 km",
    "Any distance",
  ]);
  expect(DISTANCES.map((distance) => distanceLabel(distance, "miles"))).toEqual([
    "Within 5 miles",
    "Within 10 miles",
    "Within 20 miles",
    "Any distance",
  ]);
});

test("an empty search can be widened to any distance", () => {
  expect(nextDistance("all")?.value).toBe("200");
  expect(nextDistance("200")?.value).toBe("500");
  expect(nextDistance("2000")).toBeUndefined();
});

test("an empty result names the searched area", () => {
  expect(nobodyFoundText("York", "all")).toBe("No people found in York.");
  expect(nobodyFoundText("York", "200")).toBe("No people found within 5 miles.");
});
