import { useSyncExternalStore } from "react";
import { type Claims, decodeToken, KEYS } from "./token";

export interface Session {
  accessToken: string;
  refreshToken: string;
  claims: Claims;
}

const listeners = new Set<() => void>();
/** Whether the person left by themselves, here or in another tab, rather than their session ending. */
let left = false;
let cached: { key: string; session: Session | null } | undefined;

/** The stored session, or null. An expired access token still counts: it can be refreshed. */
export function getSession(): Session | null {
  const accessToken = localStorage.getItem(KEYS.access) ?? "";
  const refreshToken = localStorage.getItem(KEYS.refresh) ?? "";
  const key = `${accessToken}\n${refreshToken}`;
  if (cached?.key !== key) {
    const claims = accessToken ? decodeToken(accessToken) : null;
    cached = { key, session: claims ? { accessToken, refreshToken, claims } : null };
  }
  return cached.session;
}

/** The name under which something is kept here for the person signed in, and for nobody after them. */
export function ownKey(name: string): string {
  return `${name}:${getSession()?.claims.id ?? ""}`;
}

/** Stores a new pair. Returns false, and changes nothing, when the access token cannot be decoded. */
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
  for (const key of Object.values(KEYS)) localStorage.removeItem(key);
  notifyListeners();
}

/** Empties all client storage, for a person who signs out. */
export function clearStorage(): void {
  localStorage.clear();
  sessionStorage.clear();
  left = true;
  notifyListeners();
}

/** Whether the last session was left on purpose: nobody is led back to where it was. */
export function hasSignedOut(): boolean {
  return left;
}

/** Seconds until the access token expires; negative once it has. */
export function secondsLeft(session: Session, now: number = Date.now()): number {
  return session.claims.exp - now / 1000;
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** Calls the listener whenever the session changes, in any tab. Returns what stops it. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab signing in or out changes this one too.
  const onStorage = ({ key }: StorageEvent) => {
    // Signing out empties the storage as a whole; a session that ends takes its own keys only.
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

/** The current session; the component renders again whenever it changes, in any tab. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, getSession);
}
