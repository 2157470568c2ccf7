import { expect, test } from "vitest";
import { ownPlace } from "./own-place";

const home = { lat: 53.8, lon: -1.55 };
const device = { lat: 51.5, lon: -0.12 };

test.each([
  ["where they live, whatever is searched", { near: false, point: device }, home, home],
  ["where the device is, if that is searched around", { near: true, point: device }, home, device],
  ["nowhere without a town", { near: false, point: device }, {}, undefined],
  ["nowhere while nobody knows", { near: false, point: undefined }, undefined, undefined],
])("a person is shown %s", (_, where, profile, place) => {
  expect(ownPlace(where, profile)).toEqual(place);
});
