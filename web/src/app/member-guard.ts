import type { QueryClient } from "@tanstack/react-query";
import { type LoaderFunction, redirect } from "react-router";
import { getSession, refreshSession, secondsLeft, stashSignInCodes } from "@/lib/session";
import { loadSite } from "@/lib/site";
import { loginPath } from "./login-path";

/**
 * Returns a loader that requires a session for a screen. It replaces an expired access token first;
 * without a session it redirects to /login, which leads back here afterwards. A social sign-in may
 * return to /explore. The site's settings are loaded before the screen shows, so that nothing is
 * added to it later.
 */
export function memberGuard(queryClient: QueryClient): LoaderFunction {
  return async ({ request }) => {
    const { pathname, search } = new URL(request.url);
    if (pathname === "/explore") stashSignInCodes(request);
    const session = getSession();
    if (session && secondsLeft(session) <= 0) await refreshSession(session.accessToken);
    if (!getSession()) throw redirect(loginPath(pathname + search));
    await loadSite(queryClient);
    return null;
  };
}
