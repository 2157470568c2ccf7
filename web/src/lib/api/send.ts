import { noteAnswer, noteNoAnswer } from "@/lib/online";
import { actFor, clearSession, getSession, needsRefresh, refreshSession } from "@/lib/session";
import { ApiError } from "./error";
import { takePreloaded } from "./preload";

/** Function that carries out a request; `fetch` unless a call reports its upload's progress. */
type Transport = (request: Request) => Promise<Response>;

/** Calls that need no session; a refusal does not end one. */
const PUBLIC_CALLS = new Set([
  "/api/auth/login",
  "/api/auth/resend/code",
  "/api/auth/verify/email",
  "/api/auth/register",
  "/api/auth/forgot/password",
  "/api/auth/reset/forgot/password",
  "/api/auth/invitations/accept",
  "/api/auth/exchange",
  "/api/auth/setup",
]);

const fetchTransport: Transport = async (request) =>
  (await takePreloaded(request)) ?? fetch(request);

/**
 * Sends a request with the session's bearer token; throws `ApiError` for every response other than
 * success. The token is replaced ahead of its expiry, or once after a 401. A second 401 ends the
 * session, which leads the signed-in shell to /login.
 */
export async function send(request: Request, transport = fetchTransport): Promise<Response> {
  const { pathname } = new URL(request.url);
  const token = PUBLIC_CALLS.has(pathname) ? undefined : await freshToken();
  // A body can be sent only once, so the second attempt needs its own copy.
  const second = token ? request.clone() : null;
  let response = await attempt(request, token, transport);
  if (response.status === 401 && token && second) {
    const result = await refreshSession(token);
    if (result === "fresh") response = await attempt(second, getSession()?.accessToken, transport);
    if (response.status === 401 && result !== "unreachable") clearSession();
  }
  if (!response.ok) {
    const error = await ApiError.from(response);
    // The delegation has ended.
    if (error.code === "delegation.not_delegate") actFor(null);
    // The new token says that the member has to agree first, which leads them there.
    if (error.code === "auth.agreement_due" && token) await refreshSession(token);
    throw error;
  }
  return response;
}

async function freshToken(): Promise<string | undefined> {
  const session = getSession();
  if (!session) return undefined;
  if (needsRefresh(session)) await refreshSession(session.accessToken);
  return getSession()?.accessToken;
}

async function attempt(
  request: Request,
  token: string | undefined,
  transport: Transport,
): Promise<Response> {
  if (token) {
    request.headers.set("Authorization", `Bearer ${token}`);
    const acting = getSession()?.acting;
    if (acting) request.headers.set("Acting-For", acting.id);
  }
  try {
    const response = await transport(request);
    noteAnswer();
    return response;
  } catch (error) {
    if (request.signal.aborted) throw error;
    noteNoAnswer();
    throw ApiError.offline();
  }
}

/** Sends a request and removes the success envelope: the body becomes its `data`. */
export async function sendForData(request: Request, transport = fetchTransport): Promise<Response> {
  const response = await send(request, transport);
  if (!response.headers.get("Content-Type")?.includes("json")) return response;
  const { data } = (await response.json()) as { data?: unknown };
  return Response.json(data ?? null, { status: response.status });
}
