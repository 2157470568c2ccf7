import { expect, test } from "vitest";
import { cardSchema, formatExpiry, groupNumber } from "./card-schema";

const card = {
  card_number: "4242 4242 4242 4242",
  expiry_date: "12/99",
  cvv: "123",
  address: "14 Crown Street",
  city: "Leeds",
  postal_code: "",
};

test("a whole card passes", () => {
  expect(cardSchema.safeParse(card).success).toBe(true);
});

test.each([
  ["card_number", "4242 4242 4242 4241", "Enter a valid 16-digit card number"],
  ["card_number", "4242", "Enter a valid 16-digit card number"],
  ["card_number", "４２４２４２４２４２４２４２４２", "Enter a valid 16-digit card number"],
  ["expiry_date", "13/99", "Enter a valid date (MM/YY)"],
  ["expiry_date", "01/20", "Enter a valid date (MM/YY)"],
  ["cvv", "12", "Enter a valid CVV"],
  ["cvv", "12345", "Enter a valid CVV"],
  ["address", "  ", "Address is required"],
  ["city", "", "City is required"],
])("%s %j is refused", (field, value, message) => {
  const { error } = cardSchema.safeParse({ ...card, [field]: value });
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test("digits are grouped while they are typed", () => {
  expect(groupNumber("42424")).toBe("4242 4");
  expect(groupNumber("4242 4242 4242 4242 99")).toBe("4242 4242 4242 4242");
  expect(formatExpiry("1")).toBe("1");
  expect(formatExpiry("123")).toBe("12/3");
  expect(formatExpiry("12/345")).toBe("12/34");
});
