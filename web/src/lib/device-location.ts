import { useSyncExternalStore } from "react";
import type { Point } from "./places";
import { ownKey, useSession } from "./session";

/*
 * Where this device is, for a person who lets us know. It is rounded before anything else sees
 * it, stays in this tab, is nobody else's, and goes when the person signs out.
 */
const NAME = "deviceLocation";
/** About 500 metres, in degrees. */
const GRID = 0.005;
const TIMEOUT_MS = 10_000;
const MAX_AGE_MS = 10 * 60_000;

const listeners = new Set<() => void>();
let cached: { text: string; point: Point | null } = { text: "", point: null };

/** The place known to this tab; null without one. */
export function useDeviceLocation(): Point | null {
  // Read anew when somebody else signs in.
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

/** Asks the browser, which asks the person. Resolves to whether the place is known now. */
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

/** To the next line of the grid, so that nobody is told exactly where the device is. */
export function rounded(degrees: number): number {
  return Number((Math.round(degrees / GRID) * GRID).toFixed(3));
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
