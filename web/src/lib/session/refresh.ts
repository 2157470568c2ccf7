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
/** What another tab has stored is seen here within this time. */
const ARRIVAL_MS = 1_000;

/** Why there is no fresh token: the server refused it, or could not be reached. */
export type RefreshResult = "fresh" | "refused" | "unreachable";

/** Said on /login to somebody whose session could not be renewed. */
export type SessionEndReason = "Failed to refresh token" | "No refresh token available";

let running: Promise<RefreshResult> | null = null;
let endReason: SessionEndReason | null = null;

/** Whether the stored access token should be replaced before the next request. */
export function needsRefresh(session: Session, now: number = Date.now()): boolean {
  return secondsLeft(session, now) <= REFRESH_AHEAD_SECONDS;
}

/**
 * Replaces the token pair, once, however many requests and tabs ask at the same time.
 * `stale` is the access token the caller found wanting: if it has already been
 * replaced, nothing is sent. A refusal by the server ends the session.
 */
export function refreshSession(stale: string): Promise<RefreshResult> {
  running ??= replaceTokensUnderLock(stale).finally(() => {
    running = null;
  });
  return running;
}

/** Why the last session ended by itself in this tab, if it did; it is told once. */
export function takeSessionEndReason(): SessionEndReason | null {
  const told = endReason;
  endReason = null;
  return told;
}

/**
 * Refresh tokens work once, so two tabs must not use the same one: one tab renews while the
 * others wait for it. Browsers know no locks on sites without https; there, a second use
 * within seconds is forgiven by the server.
 */
async function replaceTokensUnderLock(stale: string): Promise<RefreshResult> {
  if (!navigator.locks) return replaceTokens(stale);
  const first = await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) =>
    lock ? replaceTokens(stale) : null,
  );
  if (first) return first;
  return navigator.locks.request(LOCK, async () => {
    // The lock travels faster between tabs than what the other one has stored.
    await waitForOtherToken(stale);
    return replaceTokens(stale);
  });
}

/** Waits until the stored access token is another one than `stale`, but not for long. */
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
  // Signed out while the answer was on its way: that person is gone.
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
  // Another tab may have signed out meanwhile: then nothing went wrong.
  if (getSession()) endReason = why;
  clearSession();
  return "refused";
}
