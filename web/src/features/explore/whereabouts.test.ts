import { expect, test } from "vitest";
import { whereabouts } from "./whereabouts";

const cities = [
  { name: "London", lat: 51.5, lon: -0.1 },
  { name: "York", lat: 53.96, lon: -1.08 },
];
const none = { city: undefined, distance: undefined };
const atHome = { location: "Hebden Bridge", lat: 53.74, lon: -2.01 };
const nowhere = { location: "" };

test("by default one looks within five miles of home", () => {
  expect(whereabouts(atHome, "london", cities, none)).toEqual({
    home: "Hebden Bridge",
    city: "Hebden Bridge",
    point: { lat: 53.74, lon: -2.01 },
    distance: "200",
  });
});

test("without a home one looks in the site's city", () => {
  expect(whereabouts(nowhere, "london", cities, none)).toEqual({
    home: "London",
    city: "London",
    point: { lat: 51.5, lon: -0.1 },
    distance: "all",
  });
});

test("in another city distances start at its middle", () => {
  const where = whereabouts(atHome, "london", cities, { city: "york", distance: "500" });
  expect(where.point).toEqual({ lat: 53.96, lon: -1.08 });
  expect(where.distance).toBe("500");
});

test("a city that nobody knows is looked up by its name", () => {
  const where = whereabouts(nowhere, "bath", [], { city: "Atlantis", distance: "500" });
  expect(where).toEqual({ home: "Bath", city: "Atlantis", point: undefined, distance: "all" });
});
