import { expect, test } from "vitest";
import { nobodyFound, readFilters, wider, withFilter } from "./filters";

test.each([
  ["", { city: undefined, distance: undefined }],
  ["city=York&distance=all", { city: "York", distance: "all" }],
  ["distance=1000", { city: undefined, distance: "1000" }],
  ["distance=750", { city: undefined, distance: undefined }],
])("the query %j is read", (query, filters) =>
  expect(readFilters(new URLSearchParams(query))).toEqual(filters),
);

test("changing one filter keeps the rest of the query", () => {
  const params = new URLSearchParams("city=York&distance=200");
  expect(withFilter(params, "distance", "500").toString()).toBe("city=York&distance=500");
  expect(withFilter(params, "city", undefined).toString()).toBe("distance=200");
});

test("an empty search can be widened until any distance", () => {
  expect(wider("all")?.value).toBe("200");
  expect(wider("200")?.label).toBe("Within 10 miles");
  expect(wider("2000")).toBeUndefined();
});

test("nobody is said to be missing where one looked", () => {
  expect(nobodyFound("York", "all")).toBe("No people found in York.");
  expect(nobodyFound("York", "200")).toBe("No people found within 5 miles.");
});
