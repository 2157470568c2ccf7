import {
  clearSession,
  getSession,
  onSessionChange,
  type Session,
  secondsLeft,
  storeTokens,
} from "./session";
import { REFRESH_AHEAD_SECONDS } from "./token";

const LOCK = "sparkyard-session";
/** Time within which another tab's stored values arrive here. */
const ARRIVAL_MS = 1_000;

/** Result of a refresh: refused by the server, or server unreachable. */
export type RefreshResult = "fresh" | "refused" | "unreachable";

/** Message on /login after a session that could not be renewed. */
export type SessionEndReason = "Failed to refresh token" | "No refresh token available";

let running: Promise<RefreshResult> | null = null;
let endReason: SessionEndReason | null = null;

/** Checks whether the stored access token should be replaced before the next request. */
export function needsRefresh(session: Session, now: number = Date.now()): boolean {
  return secondsLeft(session, now) <= REFRESH_AHEAD_SECONDS;
}

/**
 * Replaces the token pair, once for all concurrent requests and tabs. `stale` is the access token
 * to replace: if it has already been replaced, nothing is sent. A refusal by the server ends the
 * session.
 */
export function refreshSession(stale: string): Promise<RefreshResult> {
  running ??= replaceTokensUnderLock(stale).finally(() => {
    running = null;
  });
  return running;
}

/** Returns, once, why the last session ended by itself in this tab, if it did. */
export function takeSessionEndReason(): SessionEndReason | null {
  const reason = endReason;
  endReason = null;
  return reason;
}

/**
 * Replaces the tokens under a lock: refresh tokens work once, so one tab renews while the others
 * wait. Browsers offer no locks on sites without https; there, the server forgives a second use
 * within seconds.
 */
async function replaceTokensUnderLock(stale: string): Promise<RefreshResult> {
  if (!navigator.locks) return replaceTokens(stale);
  const first = await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) =>
    lock ? replaceTokens(stale) : null,
  );
  if (first) return first;
  return navigator.locks.request(LOCK, async () => {
    // The lock reaches this tab before the other tab's stored values do.
    await waitForOtherToken(stale);
    return replaceTokens(stale);
  });
}

/** Waits, up to a limit, until the stored access token differs from `stale`. */
function waitForOtherToken(stale: string): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stopListening();
      resolve();
    };
    const look = () => {
      if (getSession()?.accessToken !== stale) done();
    };
    const timer = setTimeout(done, ARRIVAL_MS);
    const stopListening = onSessionChange(look);
    look();
  });
}

async function replaceTokens(stale: string): Promise<RefreshResult> {
  const session = getSession();
  if (session && session.accessToken !== stale) return "fresh";
  if (!session?.refreshToken) return endSession("No refresh token available");
  let response: Response;
  try {
    response = await fetch("/api/auth/get/refreshtokenweb", {
      headers: { Authorization: `Bearer ${session.refreshToken}` },
      cache: "no-store",
    });
  } catch {
    return "unreachable";
  }
  if (response.status === 401 || response.status === 403)
    return endSession("Failed to refresh token");
  const pair = response.ok ? parseTokens(await response.json().catch(() => null)) : null;
  if (!pair) return "unreachable";
  // Signed out during the request: the response belongs to a session that is gone.
  if (getSession()?.refreshToken !== session.refreshToken) return "refused";
  return storeTokens(pair) ? "fresh" : endSession("Failed to refresh token");
}

function parseTokens(body: unknown): { accessToken: string; refreshToken: string } | null {
  const data = (body as { data?: Record<string, unknown> } | null)?.data;
  const { accessToken, refreshToken } = data ?? {};
  return typeof accessToken === "string" && typeof refreshToken === "string"
    ? { accessToken, refreshToken }
    : null;
}

function endSession(why: SessionEndReason): RefreshResult {
  // Another tab may have signed out meanwhile, which is no error.
  if (getSession()) endReason = why;
  clearSession();
  return "refused";
}
