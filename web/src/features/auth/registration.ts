/** What a sign-up has reached so far, kept for this tab so that a reload loses nothing. */
export interface Registration {
  email: string;
  /** Proof that the address was verified; present once it was. */
  registrationToken?: string;
  /** As an account elsewhere knows them. */
  firstname?: string;
  lastname?: string;
}

const KEY = "registration";
const REFERRAL_KEY = "referralCode";

export function loadRegistration(): Registration | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    const known = Object.entries(stored ?? {}).filter(([, value]) => typeof value === "string");
    const registration = Object.fromEntries(known) as Partial<Registration>;
    return registration.email ? { ...registration, email: registration.email } : null;
  } catch {
    return null;
  }
}

export function saveRegistration(registration: Registration): void {
  sessionStorage.setItem(KEY, JSON.stringify(registration));
}

/** Forgets everything about the sign-up, once it is complete. */
export function clearRegistration(): void {
  sessionStorage.removeItem(KEY);
  localStorage.removeItem(REFERRAL_KEY);
}

/** What a code looks like; anything else in an address was not written by this site. */
const REFERRAL_CODE = /^[\w-]{1,32}$/;

/**
 * Who invited this person, from `/signup?ref=`; remembered until they have signed up. Returns
 * false, and remembers nothing, when it cannot be a code.
 */
export function rememberReferral(code: string): boolean {
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
