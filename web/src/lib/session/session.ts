import { useSyncExternalStore } from "react";
import { ACTING_KEY, type Acting, parseActing } from "./acting";
import { type Claims, decodeToken, KEYS } from "./token";

export interface Session {
  accessToken: string;
  refreshToken: string;
  /** Claims of the token; for a delegate, with the id of the member for whom they act. */
  claims: Claims;
  /** Member for whom the person acts, as their delegate. */
  acting: Acting | null;
}

const listeners = new Set<() => void>();
/** Whether the person logged out, here or in another tab, as opposed to an ended session. */
let left = false;
let cached: { key: string; session: Session | null } | undefined;

/** Returns the stored session, or null. An expired access token counts: it is refreshable. */
export function getSession(): Session | null {
  const accessToken = localStorage.getItem(KEYS.access) ?? "";
  const refreshToken = localStorage.getItem(KEYS.refresh) ?? "";
  const actingFor = localStorage.getItem(ACTING_KEY);
  const key = `${accessToken}\n${refreshToken}\n${actingFor}`;
  if (cached?.key !== key) {
    const own = accessToken ? decodeToken(accessToken) : null;
    const acting = parseActing(actingFor);
    const claims: Claims | null = own && acting ? { ...own, id: acting.id, role: "member" } : own;
    cached = { key, session: claims ? { accessToken, refreshToken, claims, acting } : null };
  }
  return cached.session;
}

/** Lets the person act for a member, or for themselves again. */
export function actFor(member: Acting | null): void {
  if (member) localStorage.setItem(ACTING_KEY, JSON.stringify(member));
  else localStorage.removeItem(ACTING_KEY);
  notifyListeners();
}

/** Returns a storage key for the signed-in person, which no other account reads. */
export function ownKey(name: string): string {
  return `${name}:${getSession()?.claims.id ?? ""}`;
}

/** Stores a token pair. Returns false, and changes nothing, if it cannot be decoded. */
export function storeTokens(pair: { accessToken: string; refreshToken: string }): boolean {
  const claims = decodeToken(pair.accessToken);
  if (!claims) return false;
  localStorage.setItem(KEYS.access, pair.accessToken);
  localStorage.setItem(KEYS.refresh, pair.refreshToken);
  localStorage.setItem(KEYS.claims, JSON.stringify(claims));
  left = false;
  notifyListeners();
  return true;
}

/** Removes the three session values, for an ended session. */
export function clearSession(): void {
  for (const key of [...Object.values(KEYS), ACTING_KEY]) localStorage.removeItem(key);
  notifyListeners();
}

/** Empties all client storage, for a person who signs out. */
export function clearStorage(): void {
  localStorage.clear();
  sessionStorage.clear();
  left = true;
  notifyListeners();
}

/** Returns whether the last session ended by a logout: the login then does not lead back. */
export function hasSignedOut(): boolean {
  return left;
}

/** Returns the seconds until the access token expires; negative afterwards. */
export function secondsLeft(session: Session, now: number = Date.now()): number {
  return session.claims.exp - now / 1000;
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** Calls the listener on session changes in any tab; returns a function that removes it. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab signing in or out changes this one too.
  const onStorage = ({ key }: StorageEvent) => {
    // A logout clears the whole storage; an ended session removes its own keys only.
    if (key === null) left = true;
    else if (getSession()) left = false;
    listener();
  };
  window.addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onStorage);
  };
}

/** Returns the current session; re-renders on changes, in any tab. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, getSession);
}
