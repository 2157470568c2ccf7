import { expect, test } from "vitest";
import { acceptImages } from "./images";

const image = (name: string) => new File(["x"], name, { type: "image/jpeg" });
const large = new File([new Uint8Array(5 * 1024 * 1024 + 1)], "large.jpg", { type: "image/jpeg" });
const text = new File(["x"], "notes.txt", { type: "text/plain" });
const [a, b] = [image("a.jpg"), image("b.jpg")];

test.each([
  ["two fit", [a, b], 2, [a, b], undefined],
  ["no more than four", [a, b], 3, [a], "Maximum 4 images allowed"],
  ["only pictures", [a, text], 0, [a], "Only image files are allowed"],
  ["none too large", [large, a], 0, [a], "File size must be less than 5MB"],
])("%s", (_, files, held, accepted, error) =>
  expect(acceptImages(files, held)).toEqual({ accepted, error }),
);
