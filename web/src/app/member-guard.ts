import { type LoaderFunctionArgs, redirect } from "react-router";
import { getSession, refreshSession, secondsLeft } from "@/lib/session";

/**
 * Lets a signed-in person in. An expired access token is replaced first; without a
 * session the person goes to /login, which brings them back here afterwards.
 */
export async function memberGuard({ request }: LoaderFunctionArgs): Promise<null> {
  const session = getSession();
  if (session && secondsLeft(session) <= 0) await refreshSession(session.accessToken);
  if (getSession()) return null;
  const { pathname, search } = new URL(request.url);
  throw redirect(`/login?next=${encodeURIComponent(pathname + search)}`);
}
