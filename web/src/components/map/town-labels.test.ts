import { expect, test } from "vitest";
import { visibleTowns } from "./town-labels";

const towns = [
  { name: "Batley", lat: 53.7, lon: -1.63 },
  { name: "Hebden Bridge", lat: 53.74, lon: -2.01 },
  { name: "Leeds", lat: 53.8, lon: -1.55 },
  { name: "London", lat: 51.5, lon: -0.12 },
];
const names = (pixelsPerDegree: number, first: string[] = []) =>
  visibleTowns(
    towns,
    ({ lat, lon }) => ({ x: lon * pixelsPerDegree, y: -lat * pixelsPerDegree }),
    first,
  ).map(({ name }) => name);

test("all names show where there is space", () => expect(names(2000)).toHaveLength(4));

test("better known towns win where space is short", () =>
  expect(names(60)).toEqual(["London", "Leeds"]));

test("the preferred town comes first", () =>
  expect(names(60, ["Hebden Bridge"])).toEqual(["Hebden Bridge", "London"]));
