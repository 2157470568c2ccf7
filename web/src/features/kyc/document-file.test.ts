import { expect, test } from "vitest";
import { fileError, MAX_BYTES } from "./document-file";

const file = (name: string, type: string, bytes = 10) =>
  new File([new Uint8Array(bytes)], name, { type });

test.each([
  [file("passport.jpg", "image/jpeg"), undefined],
  [file("passport.svg", "image/svg+xml"), undefined],
  [file("IMG_1.HEIC", ""), undefined],
  [file("bill.pdf", "application/pdf"), "Please choose a picture: JPG, PNG, WebP, HEIC or SVG"],
  [file("bill", ""), "Please choose a picture: JPG, PNG, WebP, HEIC or SVG"],
  [file("bill.png", "text/html"), "Please choose a picture: JPG, PNG, WebP, HEIC or SVG"],
  [file("bill.png", "image/png", MAX_BYTES), undefined],
  [file("bill.png", "image/png", MAX_BYTES + 1), "File size must be less than 5MB"],
])("%o", (picked, problem) => expect(fileError(picked)).toBe(problem));
