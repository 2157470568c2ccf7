/** What a skill costs an hour unless its owner says otherwise. */
export const DEFAULT_RATE = "5.00";

const RATE = /^\d{1,6}(\.\d{1,2})?$/;

/** Whether this is an amount of pounds, with pence at most. */
export function isRate(text: string): boolean {
  return RATE.test(text.trim());
}

/** The price in sparks of a rate in pounds: half, rounded half up to a hundredth. */
export function toSparks(rate: string): number {
  const pence = Math.round(Number(rate) * 100);
  return Math.floor((pence + 1) / 2) / 100;
}

/** Whether a rate is more than ten times what most people ask: probably a slip of the finger. */
export function isFarAbove(rate: string, high: number): boolean {
  return Number(rate) > high * 10;
}
