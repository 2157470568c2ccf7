import { expect, test } from "vitest";
import { addressPoint } from "./address-point";

const stored = { location: "Leeds", street: "1 The Headrow", zip_code: "LS1 5RE", lat: 1, lon: 2 };
const leeds = { label: "Leeds, West Yorkshire", city: "Leeds", lat: 53.8, lon: -1.55 };
const street = { ...leeds, label: "Briggate, Leeds", street: "Briggate", lat: 53.797, lon: -1.542 };
const town = { location: "Leeds", street: "", zip_code: "" };

test.each([
  ["an unchanged address stays where it is", stored, null, { lat: 1, lon: 2 }],
  ["a typed one is left to the server", { ...stored, street: "Briggate" }, null, {}],
  [
    "a picked street is where it is",
    { ...stored, street: "Briggate" },
    street,
    { lat: 53.797, lon: -1.542 },
  ],
  ["a picked town alone is its middle", town, leeds, { lat: 53.8, lon: -1.55 }],
  [
    "a picked town with a street is not the town's middle",
    { ...stored, street: "Briggate" },
    leeds,
    {},
  ],
  ["a picked town of the same name may be another one", stored, leeds, {}],
])("%s", (_, address, picked, point) =>
  expect(addressPoint(address, picked, stored)).toEqual(point),
);

test("a person without a place has no point", () => {
  const { lat: _, lon: __, ...nowhere } = { ...stored, ...town };
  expect(addressPoint(town, null, nowhere)).toEqual({});
});
