import * as z from "zod/mini";
import { draftEntry } from "@/lib/drafts";
import { GENDERS } from "@/lib/gender";
import { nearTown } from "@/lib/near-town";

const schema = z.object({
  email: z.string().check(z.minLength(1)),
  /** Proof that the address was verified; absent before. */
  registrationToken: z.optional(z.string()),
  /** Names taken from an external account. */
  firstname: z.optional(z.string()),
  lastname: z.optional(z.string()),
});

/** Progress of a sign-up, stored for this tab so that a reload loses nothing. */
export type Registration = z.infer<typeof schema>;

const entry = draftEntry<Registration | null>("registration", z.nullable(schema), null);

const details = z.object({
  firstname: z.optional(z.string()),
  lastname: z.optional(z.string()),
  phone: z.optional(z.string()),
  gender: z.optional(z.enum(GENDERS)),
  location: z.optional(z.string()),
  near: z.optional(nearTown),
  referralCode: z.optional(z.string()),
});

/** Draft of the sign-up's details, without the password and the person's consent. */
export const detailsDraft = draftEntry<z.infer<typeof details>>("registrationDetails", details, {});

const REFERRAL_KEY = "referralCode";

export const loadRegistration = entry.load;

export const saveRegistration: (registration: Registration) => void = entry.save;

/**
 * Returns the sign-up that a mailed link resumes, from the hash `#TOKEN.ADDRESS`; null if
 * malformed. Both parts are hexadecimal with the letters a to p as digits; the address is UTF-8.
 */
export function registrationFromLink(hash: string): Registration | null {
  const [, registrationToken, address] = /^#([a-p]{64})\.((?:[a-p]{2})+)$/.exec(hash) ?? [];
  if (!registrationToken || !address) return null;
  const digit = (at: number) => address.charCodeAt(at) - "a".charCodeAt(0);
  const bytes = Array.from(
    { length: address.length / 2 },
    (_, at) => 16 * digit(2 * at) + digit(2 * at + 1),
  );
  return { email: new TextDecoder().decode(Uint8Array.from(bytes)), registrationToken };
}

/** Returns the message after a code was requested; false if no further email was sent. */
export function sentMessage(sent: boolean | undefined): string {
  return sent === false
    ? "We have sent emails to this address already. Use the code or the link in the newest one."
    : "Verification code sent successfully!";
}

/** Removes everything about the sign-up, once it is complete. */
export function clearRegistration(): void {
  entry.remove();
  detailsDraft.remove();
  localStorage.removeItem(REFERRAL_KEY);
}

/** What every referral code looks like. A match may still be no code. */
const REFERRAL_CODE = /^[\w-]{1,32}$/;

/**
 * Stores the code of the person's referrer, from `/signup?ref=`, until the sign-up is complete.
 * Returns false, and stores nothing, if it cannot be a code.
 */
export function saveReferral(code: string): boolean {
  const looksValid = REFERRAL_CODE.test(code);
  if (looksValid) localStorage.setItem(REFERRAL_KEY, code);
  return looksValid;
}

/** Returns the code of an invitation that was entered as a code or as the whole link. */
export function invitationCode(text: string): string {
  const typed = text.trim();
  const fromLink = URL.canParse(typed) ? new URL(typed).searchParams.get("ref") : null;
  return fromLink ?? typed;
}

export function referralCode(): string | undefined {
  return localStorage.getItem(REFERRAL_KEY) ?? undefined;
}
