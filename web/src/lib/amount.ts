import * as z from "zod/mini";

const SHAPE = /^\d{1,9}([.,]\d{1,2})?$/;

/** Parses a typed number: `2.5`, or `2,5`. */
export function toNumber(text: string): number {
  return Number(text.trim().replace(",", "."));
}

/** Returns the schema of a typed number from `min` to `max`; anything else shows `message`. */
export function typedNumber(message: string, min: number, max: number) {
  return z.string().check(
    z.trim(),
    z.regex(SHAPE, message),
    z.refine((text) => toNumber(text) >= min && toNumber(text) <= max, message),
  );
}
