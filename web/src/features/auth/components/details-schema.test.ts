import { expect, test } from "vitest";
import { phoneSchema } from "./details-schema";

test.each(["07700 900123", "+44 (0)1422 555-010", " 12345 "])("%s is a number", (text) => {
  expect(phoneSchema.safeParse(text).data).toBe(text.trim());
});

test.each([
  ["  ", "Your phone number is required"],
  ["12", "Please enter a telephone number with at least 5 digits"],
  ["phone", "Please enter a telephone number with at least 5 digits"],
  ["07700 900123 ext 4", "Please enter a telephone number"],
  ["07700 900123 07700 900123", "Please enter a telephone number"],
])("%s is invalid, and the first error names the field", (text, message) => {
  expect(phoneSchema.safeParse(text).error?.issues[0]?.message).toBe(message);
});
