import { expect, test } from "vitest";
import { isNamed } from "./places";

const ashford = { label: "Ashford, Kent", city: "Ashford", lat: 51.1, lon: 0.9 };
const bath = { label: "Bath, Somerset", city: "Bath", lat: 51.4, lon: -2.4 };

test.each([
  ["a town by its name", " ashFORD ", [ashford], true],
  ["a town by its label", "Ashford, kent", [ashford], true],
  ["the beginning of another town's name", "Ash", [ashford], false],
  ["a village without suggestions", "Wellow", [], false],
  ["a postcode with a town", "BA2 4RF", [bath], true],
  ["a postcode district with a town", "ba2", [bath], true],
  ["a postcode without one", "ZZ9 9ZZ", [], false],
])("%s", (_, text, places, named) => {
  expect(isNamed(text, places)).toBe(named);
});
