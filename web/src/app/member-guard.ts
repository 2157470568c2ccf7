import type { QueryClient } from "@tanstack/react-query";
import { type LoaderFunction, redirect } from "react-router";
import { getSession, refreshSession, secondsLeft, stashSignInCodes } from "@/lib/session";
import { loadSite } from "@/lib/site";
import { loginPath } from "./login-path";

/**
 * Lets a signed-in person in. An expired access token is replaced first; without a
 * session the person goes to /login, which brings them back here afterwards. A social
 * sign-in may come back to /explore. What the site offers is known before a screen shows, so that
 * nothing of it comes in between later.
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
