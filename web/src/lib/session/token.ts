/** Where the browser keeps the session. */
export const KEYS = {
  access: "accessToken",
  refresh: "refreshToken",
  claims: "decodedToken",
} as const;

/** A token with this much life or less is replaced before it is used. */
export const REFRESH_AHEAD_SECONDS = 300;

/** What the access token says about the person signed in. */
export interface Claims {
  id: string;
  /** Seconds since 1970. */
  exp: number;
  email: string;
  role: "member" | "moderator" | "admin";
  lat?: number;
  lon?: number;
}

/** The claims of a JWT, or null when it cannot be decoded. Its signature is the server's business. */
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
