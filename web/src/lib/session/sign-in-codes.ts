import { replace } from "react-router";

/*
 * Two codes that a social sign-in returns in the URL; they can be exchanged for tokens once,
 * within one minute, by this browser. They are removed from the address bar at once, and kept here
 * until the screen that exchanges them has loaded.
 */
export interface SignInCodes {
  accessToken: string;
  refreshToken: string;
  /** Page requested before signing in. */
  next: string | null;
}

let stashed: SignInCodes | null = null;

/** Screen that exchanges the codes. */
const CALLBACK = "/oauth-callback";

/**
 * Takes the two codes from an address that contains them, and throws a redirect to the screen that
 * exchanges them, replacing the history entry. Does nothing with any other address.
 */
export function stashSignInCodes(request: Request): void {
  const { searchParams } = new URL(request.url);
  const accessToken = searchParams.get("accessToken");
  const refreshToken = searchParams.get("refreshToken");
  if (!accessToken || !refreshToken) return;
  stashed = { accessToken, refreshToken, next: searchParams.get("next") };
  throw replace(CALLBACK);
}

/** Returns the codes, once. */
export function takeSignInCodes(): SignInCodes | null {
  const taken = stashed;
  stashed = null;
  return taken;
}
