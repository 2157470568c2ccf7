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
 * malformed. Both parts are in letters only; the address has two for each byte.
 */
export function registrationFromLink(hash: string): Registration | null {
  const [, registrationToken, address] = /^#([a-p]{64})\.((?:[a-p]{2})+)$/.exec(hash) ?? [];
  if (!registrationToken || !address) return null;
  const half = (at: number) => address.charCodeAt(at) - "a".charCodeAt(0);
  const bytes = Array.from(
    { length: address.length / 2 },
    (_, at) => 16 * half(2 * at) + half(2 * at + 1),
  );
  return { email: new TextDecoder().decode(Uint8Array.from(bytes)), registrationToken };
}

/** Returns the message after requesting a code; the server answers false after enough. */
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

/** Format of a referral code; no other text was issued by this site. */
const REFERRAL_CODE = /^[\w-]{1,32}$/;

/**
 * Stores the code of the person's referrer, from `/signup?ref=`, until the sign-up is complete.
 * Returns false, and stores nothing, if it cannot be a code.
 */
export function saveReferral(code: string): boolean {
  const known = REFERRAL_CODE.test(code);
  if (known) localStorage.setItem(REFERRAL_KEY, code);
  return known;
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
