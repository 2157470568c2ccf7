import { expect, test } from "vitest";
import { photoError } from "./photo-file";

const messages = { notAnImage: "no image", tooLarge: "too large" };
const MB = 1024 * 1024;

test.each([
  ["a photo", "image/jpeg", "me.jpg", MB, undefined],
  ["a photo of just 5 MB", "image/png", "me.png", 5 * MB, undefined],
  ["one byte more", "image/png", "me.png", 5 * MB + 1, "too large"],
  ["a text", "text/plain", "me.jpg", 1, "no image"],
  ["a HEIC photo that the system has no type for", "", "IMG_1.HEIC", MB, undefined],
  ["anything else without a type", "", "notes", 1, "no image"],
  ["a large text", "text/plain", "notes.txt", 9 * MB, "no image"],
])("%s", (_, type, name, size, problem) =>
  expect(photoError({ type, name, size }, messages)).toBe(problem),
);
