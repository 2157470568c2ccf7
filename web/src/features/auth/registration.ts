import * as z from "zod/mini";
import { draftEntry } from "@/lib/drafts";
import { GENDERS } from "@/lib/gender";

const schema = z.object({
  email: z.string().check(z.minLength(1)),
  /** Proof that the address was verified; present once it was. */
  registrationToken: z.optional(z.string()),
  /** As an account elsewhere knows them. */
  firstname: z.optional(z.string()),
  lastname: z.optional(z.string()),
});

/** What a sign-up has reached so far, saved for this tab so that a reload loses nothing. */
export type Registration = z.infer<typeof schema>;

const entry = draftEntry<Registration | null>("registration", z.nullable(schema), null);

const details = z.object({
  firstname: z.optional(z.string()),
  lastname: z.optional(z.string()),
  phone: z.optional(z.string()),
  gender: z.optional(z.enum(GENDERS)),
  location: z.optional(z.string()),
  referralCode: z.optional(z.string()),
});

/** What was typed of the details of a sign-up: all but the password, and what only a person may tick. */
export const detailsDraft = draftEntry<z.infer<typeof details>>("registrationDetails", details, {});

const REFERRAL_KEY = "referralCode";

export const loadRegistration = entry.load;

export const saveRegistration: (registration: Registration) => void = entry.save;

/**
 * The sign-up that the link in our email goes on with, `#TOKEN.ADDRESS`: both stand there in
 * letters alone, two for each byte of the address.
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

/** What somebody reads who asked for a code; the server says false when it had sent enough. */
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

/** What a code looks like; anything else in an address was not written by this site. */
const REFERRAL_CODE = /^[\w-]{1,32}$/;

/**
 * Who invited this person, from `/signup?ref=`; remembered until they have signed up. Returns
 * false, and remembers nothing, when it cannot be a code.
 */
export function saveReferral(code: string): boolean {
  const known = REFERRAL_CODE.test(code);
  if (known) localStorage.setItem(REFERRAL_KEY, code);
  return known;
}

/** The code of an invitation that was typed or pasted, as a code or as the whole link. */
export function invitationCode(text: string): string {
  const typed = text.trim();
  const fromLink = URL.canParse(typed) ? new URL(typed).searchParams.get("ref") : null;
  return fromLink ?? typed;
}

export function referralCode(): string | undefined {
  return localStorage.getItem(REFERRAL_KEY) ?? undefined;
}
