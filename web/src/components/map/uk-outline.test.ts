import { expect, test } from "vitest";
import { UK_OUTLINE } from "./uk-outline";

/**
 * Checks whether a point is within a closed line: a ray crosses the line an odd number of times.
 */
function within(lat: number, lon: number, ring: [number, number][]): boolean {
  return ring.reduce((inside, [y, x], at) => {
    const [nextY, nextX] = ring[(at + 1) % ring.length] ?? [0, 0];
    const crosses = y > lat !== nextY > lat && lon < ((nextX - x) * (lat - y)) / (nextY - y) + x;
    return crosses ? !inside : inside;
  }, false);
}

const onLand = (lat: number, lon: number) => UK_OUTLINE.some((ring) => within(lat, lon, ring));

test.each([
  ["Penzance", 50.119, -5.538],
  ["Dover", 51.128, 1.315],
  ["Gravesend", 51.442, 0.369],
  ["Cardiff", 51.48, -3.18],
  ["Holyhead", 53.306, -4.63],
  ["Liverpool", 53.408, -2.978],
  ["Hull", 53.744, -0.336],
  ["Edinburgh", 55.953, -3.188],
  ["Oban", 56.412, -5.472],
  ["Portree", 57.412, -6.193],
  ["Inverness", 57.478, -4.225],
  ["Stornoway", 58.209, -6.387],
  ["Kirkwall", 58.981, -2.96],
  ["Lerwick", 60.155, -1.145],
  ["Belfast", 54.597, -5.93],
  ["Enniskillen", 54.344, -7.632],
])("%s is on land", (_, lat, lon) => expect(onLand(lat, lon)).toBe(true));

test.each([
  ["the Irish Sea", 53.8, -4.2],
  ["the Channel", 50.3, -1],
  ["the North Sea", 55, 1],
  ["the Thames estuary", 51.48, 0.9],
  ["Dublin", 53.35, -6.26],
])("%s is not land of the UK", (_, lat, lon) => expect(onLand(lat, lon)).toBe(false));
