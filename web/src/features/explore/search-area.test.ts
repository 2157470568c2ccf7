import { expect, test } from "vitest";
import { savedArea, searchArea } from "./search-area";

const cities = [
  { name: "London", lat: 51.5, lon: -0.1 },
  { name: "York", lat: 53.96, lon: -1.08 },
];
const london = { name: "london" };
const noFilters = { city: undefined, distance: undefined, near: false };
const homeLocation = { location: "Hebden Bridge", lat: 53.74, lon: -2.01 };
const noLocation = { location: "" };
const device = { point: { lat: 54, lon: -1 }, town: "York" };

test("the default area is five miles around home", () => {
  expect(searchArea(homeLocation, london, cities, noFilters, null)).toEqual({
    home: "Hebden Bridge",
    city: "Hebden Bridge",
    point: { lat: 53.74, lon: -2.01 },
    distance: "200",
    near: false,
  });
});

test("without a home, the area is the site's city", () => {
  expect(searchArea(noLocation, london, cities, noFilters, null)).toEqual({
    home: "London",
    city: "London",
    point: { lat: 51.5, lon: -0.1 },
    distance: "all",
    near: false,
  });
});

test("the site's city may be missing from the list", () => {
  const village = { name: "Heptonstall", lat: 53.75, lon: -2.02 };
  const where = searchArea(noLocation, village, cities, { ...noFilters, distance: "500" }, null);
  expect(where).toMatchObject({ city: "Heptonstall", point: { lat: 53.75, lon: -2.02 } });
  expect(where.distance).toBe("500");
});

test("in another city, distances start at its centre", () => {
  const filters = { ...noFilters, city: "york", distance: "500" as const };
  const where = searchArea(homeLocation, london, cities, filters, null);
  expect(where.point).toEqual({ lat: 53.96, lon: -1.08 });
  expect(where.distance).toBe("500");
});

test("an unknown city is searched by its name", () => {
  const filters = { ...noFilters, city: "Atlantis", distance: "500" as const };
  const where = searchArea(noLocation, { name: "bath" }, [], filters, null);
  expect(where).toEqual({
    home: "Bath",
    city: "Atlantis",
    point: undefined,
    distance: "all",
    near: false,
  });
});

test("a shared position is the centre of the search", () => {
  const where = searchArea(homeLocation, london, cities, { ...noFilters, near: true }, device);
  expect(where).toEqual({
    home: "Hebden Bridge",
    city: "York",
    point: device.point,
    distance: "200",
    near: true,
  });
});

test("without a position, the search is around home", () => {
  const where = searchArea(homeLocation, london, cities, { ...noFilters, near: true }, null);
  expect(where).toMatchObject({ city: "Hebden Bridge", near: false });
});

test("a position without a town is not searched by town", () => {
  const filters = { ...noFilters, near: true, distance: "all" as const };
  const lost = { ...device, town: null };
  expect(searchArea(homeLocation, london, cities, filters, lost)).toMatchObject({
    distance: "200",
  });
  expect(searchArea(homeLocation, london, cities, filters, device)).toMatchObject({
    distance: "all",
  });
});

test("a list has its own default distance", () => {
  const look = (filters: object) =>
    searchArea(homeLocation, london, cities, { ...noFilters, ...filters }, null, "2000").distance;
  expect(look({})).toBe("2000");
  expect(look({ distance: "500" })).toBe("500");
  expect(look({ city: "Atlantis" })).toBe("all");
});

test("a saved search keeps a distance only from one's own place", () => {
  const saved = (filters: object, shared: typeof device | null = null) =>
    savedArea(searchArea(homeLocation, london, cities, { ...noFilters, ...filters }, shared));
  expect(saved({ distance: "500" })).toEqual({ distance: 500 });
  expect(saved({ distance: "2000" })).toEqual({});
  expect(saved({ distance: "all" })).toEqual({});
  expect(saved({ city: "York", distance: "500" })).toEqual({});
  expect(saved({ near: true, distance: "500" }, device)).toEqual({});
});
