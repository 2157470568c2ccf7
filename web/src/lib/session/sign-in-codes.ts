import { replace } from "react-router";

/*
 * What a social sign-in brings back in the address: two codes, good for one minute, one use
 * and this browser, which are swapped for the real tokens. They leave the address bar at
 * once, so between the page they arrive on and the one that swaps them they are kept here.
 */
export interface SignInCodes {
  accessToken: string;
  refreshToken: string;
  /** Where the person wanted to go before signing in. */
  next: string | null;
}

let stashed: SignInCodes | null = null;

/** The screen that swaps the codes. */
const CALLBACK = "/oauth-callback";

/**
 * Takes the two codes out of an address that carries them: throws the redirect, replacing
 * the history entry, to the screen that swaps them. Does nothing with any other address.
 */
export function stashSignInCodes(request: Request): void {
  const { searchParams } = new URL(request.url);
  const accessToken = searchParams.get("accessToken");
  const refreshToken = searchParams.get("refreshToken");
  if (!accessToken || !refreshToken) return;
  stashed = { accessToken, refreshToken, next: searchParams.get("next") };
  throw replace(CALLBACK);
}

/** What was taken out of the address, once. */
export function takeSignInCodes(): SignInCodes | null {
  const taken = stashed;
  stashed = null;
  return taken;
}
