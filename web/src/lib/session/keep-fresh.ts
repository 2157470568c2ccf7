import { refreshSession } from "./refresh";
import { getSession, onSessionChange, secondsLeft } from "./session";
import { REFRESH_AHEAD_SECONDS } from "./token";

/** Least time between two attempts, for an unreachable server or a wrong clock. */
const PAUSE_MS = 30_000;
/** Longest timer: browsers fire timers of more than 24 days at once. */
const MAX_TIMEOUT_MS = 3_600_000;

/**
 * Replaces the access token ahead of its expiry while the page is open; returns a function that
 * stops it. It does so when the last 300 seconds begin, and when the page or the network returns,
 * since timers sleep with the computer.
 */
export function keepSessionFresh(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastTry = Number.NEGATIVE_INFINITY;

  const check = () => {
    clearTimeout(timer);
    const session = getSession();
    if (!session) return;
    const now = Date.now();
    const due = now + (secondsLeft(session, now) - REFRESH_AHEAD_SECONDS) * 1_000;
    const wait = Math.max(due, lastTry + PAUSE_MS) - now;
    if (wait > 0) {
      timer = setTimeout(check, Math.min(wait, MAX_TIMEOUT_MS));
      return;
    }
    lastTry = now;
    refreshSession(session.accessToken).then(check);
  };
  const checkVisible = () => {
    if (document.visibilityState === "visible") check();
  };

  const stopListening = onSessionChange(check);
  window.addEventListener("focus", check);
  window.addEventListener("online", check);
  document.addEventListener("visibilitychange", checkVisible);
  check();
  return () => {
    clearTimeout(timer);
    stopListening();
    window.removeEventListener("focus", check);
    window.removeEventListener("online", check);
    document.removeEventListener("visibilitychange", checkVisible);
  };
}
