import { useSyncExternalStore } from "react";
import type { Point } from "../../lib/places";
import { ownKey, useSession } from "../../lib/session";

/*
 * Position of this device, if the person shares it. It is rounded before any other use, kept in
 * this tab and for this account only, and deleted on sign-out.
 */
const NAME = "deviceLocation";
/** Grid size in degrees, about 500 metres. */
const GRID = 0.005;
const TIMEOUT_MS = 10_000;
const MAX_AGE_MS = 10 * 60_000;

const listeners = new Set<() => void>();
let cached: { text: string; point: Point | null } = { text: "", point: null };

/** Returns the position kept in this tab; null without one. */
export function useDeviceLocation(): Point | null {
  // Reads it again when somebody else signs in.
  useSession();
  return useSyncExternalStore(subscribe, read);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): Point | null {
  const text = sessionStorage.getItem(ownKey(NAME)) ?? "";
  if (text !== cached.text) cached = { text, point: parse(text) };
  return cached.point;
}

function parse(text: string): Point | null {
  const [lat, lon] = text.split(" ").map(Number);
  const valid = Number.isFinite(lat) && Number.isFinite(lon);
  return valid && lat !== undefined && lon !== undefined ? { lat, lon } : null;
}

/** Requests the position, which the person must allow. Resolves to whether it is known. */
export async function requestDeviceLocation(): Promise<boolean> {
  const key = ownKey(NAME);
  const position = await new Promise<GeolocationPosition | null>((resolve) => {
    if (!navigator.geolocation) return resolve(null);
    navigator.geolocation.getCurrentPosition(resolve, () => resolve(null), {
      timeout: TIMEOUT_MS,
      maximumAge: MAX_AGE_MS,
    });
  });
  if (!position) return false;
  const { latitude, longitude } = position.coords;
  sessionStorage.setItem(key, `${rounded(latitude)} ${rounded(longitude)}`);
  notifyListeners();
  return true;
}

export function clearDeviceLocation(): void {
  sessionStorage.removeItem(ownKey(NAME));
  notifyListeners();
}

/** Rounds to the grid, so that the exact position stays private. */
export function rounded(degrees: number): number {
  return Number((Math.round(degrees / GRID) * GRID).toFixed(3));
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
