/** Storage keys of the session. */
export const KEYS = {
  access: "accessToken",
  refresh: "refreshToken",
  claims: "decodedToken",
} as const;

/** Remaining lifetime at or below which a token is replaced before use. */
export const REFRESH_AHEAD_SECONDS = 300;

/** Claims of the access token. */
export interface Claims {
  id: string;
  /** Expiry, in seconds since 1970. */
  exp: number;
  email: string;
  role: "member" | "moderator" | "admin";
  lat?: number;
  lon?: number;
  /** Whether the member is asked to agree to changed texts. */
  agreement_due?: boolean;
}

/** Returns the claims of a JWT, or null if malformed. Only the server verifies signatures. */
export function decodeToken(token: string): Claims | null {
  try {
    const part = token.split(".")[1] ?? "";
    const bytes = Uint8Array.from(atob(part.replace(/-/g, "+").replace(/_/g, "/")), (char) =>
      char.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isClaims(claims) ? claims : null;
  } catch {
    return null;
  }
}

function isClaims(value: unknown): value is Claims {
  if (typeof value !== "object" || value === null) return false;
  const { id, exp } = value as Record<string, unknown>;
  return typeof id === "string" && typeof exp === "number";
}
