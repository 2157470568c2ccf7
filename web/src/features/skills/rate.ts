/** Default hourly rate. */
export const DEFAULT_RATE = "5.00";

const RATE = /^\d{1,6}(\.\d{1,2})?$/;

/** Checks for an amount of pounds, with pence at most. */
export function isRate(text: string): boolean {
  return RATE.test(text.trim());
}

/** Returns the price in sparks of a rate in pounds: half, rounded half up to a hundredth. */
export function toSparks(rate: string): number {
  const pence = Math.round(Number(rate) * 100);
  return Math.floor((pence + 1) / 2) / 100;
}

/** Checks whether a rate is more than ten times the usual: probably a typing error. */
export function isFarAbove(rate: string, high: number): boolean {
  return Number(rate) > high * 10;
}
