/** What a sign-up has reached so far, kept for this tab so that a reload loses nothing. */
export interface Registration {
  email: string;
  /** Proof that the address was verified; present once it was. */
  registrationToken?: string;
}

const KEY = "registration";
const REFERRAL_KEY = "referralCode";

export function loadRegistration(): Registration | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    const { email, registrationToken } = (stored ?? {}) as Record<string, unknown>;
    if (typeof email !== "string" || !email) return null;
    return typeof registrationToken === "string" ? { email, registrationToken } : { email };
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

/** Who invited this person, from `/signup?ref=`; remembered until they have signed up. */
export function rememberReferral(code: string): void {
  localStorage.setItem(REFERRAL_KEY, code);
}

export function referralCode(): string | undefined {
  return localStorage.getItem(REFERRAL_KEY) ?? undefined;
}
