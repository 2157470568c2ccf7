import * as z from "zod/mini";
import { hasExpired } from "@/lib/card-brand";

/** Checks the last digit of a card number, which follows from the others. */
function isLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

const isCardNumber = (text: string) => {
  const digits = text.replaceAll(" ", "");
  return /^\d{16}$/.test(digits) && isLuhn(digits);
};

const isExpiry = (text: string) =>
  /^(0[1-9]|1[0-2])\/\d{2}$/.test(text.trim()) && !hasExpired(text.trim());

/** Fields of a simulated card. */
export const cardSchema = z.object({
  card_number: z
    .string()
    .check(z.refine(isCardNumber, { error: "Enter a valid 16-digit card number" })),
  expiry_date: z.string().check(z.refine(isExpiry, { error: "Enter a valid date (MM/YY)" })),
  cvv: z.string().check(z.regex(/^\d{3,4}$/, "Enter a valid CVV")),
  address: z.string().check(z.trim(), z.minLength(1, "Address is required")),
  city: z.string().check(z.trim(), z.minLength(1, "City is required")),
  postal_code: z.string().check(z.trim(), z.maxLength(12, "Use at most 12 characters.")),
});

/** Groups the digits of a card number by four. */
export function groupNumber(text: string): string {
  const digits = text.replace(/\D/g, "").slice(0, 16);
  return digits.replace(/(\d{4})(?=\d)/g, "$1 ");
}

/** Puts a slash between month and year. */
export function formatExpiry(text: string): string {
  const digits = text.replace(/\D/g, "").slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
}
