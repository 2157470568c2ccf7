import { expect, test } from "vitest";
import { fileError, MAX_BYTES } from "./document-file";

const WRONG_KIND = "Please choose a picture: JPG, PNG, WebP, HEIC or SVG";

test.each([
  ["passport.jpg", "image/jpeg", 10, undefined],
  ["passport.svg", "image/svg+xml", 10, undefined],
  ["IMG_1.HEIC", "", 10, undefined],
  ["bill.pdf", "application/pdf", 10, WRONG_KIND],
  ["bill", "", 10, WRONG_KIND],
  ["bill.png", "text/html", 10, WRONG_KIND],
  ["bill.png", "image/png", MAX_BYTES, undefined],
  ["bill.png", "image/png", MAX_BYTES + 1, "File size must be less than 5MB"],
])("%s of type '%s' with %i bytes", (name, type, bytes, problem) => {
  const picked = new File([new Uint8Array(bytes)], name, { type });
  expect(fileError(picked)).toBe(problem);
});
