/** Returns the start address of the external sign-in: a page of the server, not of the client. */
export function socialStart(next?: string | null): string {
  return next ? `/api/auth/google?next=${encodeURIComponent(next)}` : "/api/auth/google";
}

/** Returns the explanation of a failed external sign-in, with a next step. */
export function socialFailure(code: string, label: string): string {
  switch (code) {
    case "denied":
      return `You stopped the sign-in with ${label}. Nothing has changed.`;
    case "email_unverified":
      return `${label} has not verified your email address. Verify it there, or use your email and a password here.`;
    default:
      return `We could not sign you in with ${label}. Try again, or use your email and a password.`;
  }
}
