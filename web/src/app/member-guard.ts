import { type LoaderFunctionArgs, redirect } from "react-router";
import { getSession, refreshSession, secondsLeft, stashSignInCodes } from "@/lib/session";

/**
 * Lets a signed-in person in. An expired access token is replaced first; without a
 * session the person goes to /login, which brings them back here afterwards. A social
 * sign-in may come back to /explore.
 */
export async function memberGuard({ request }: LoaderFunctionArgs): Promise<null> {
  const { pathname, search } = new URL(request.url);
  if (pathname === "/explore") stashSignInCodes(request);
  const session = getSession();
  if (session && secondsLeft(session) <= 0) await refreshSession(session.accessToken);
  if (getSession()) return null;
  throw redirect(`/login?next=${encodeURIComponent(pathname + search)}`);
}
