import type { Schemas } from "@/lib/api";
import { type Point, pointOf } from "@/lib/places";
import { type DistanceValue, type Filters, isSameCity } from "./filters";

/** Area of a search for people. */
export interface SearchArea {
  /** The person's own town, or else the site's city. */
  home: string;
  city: string;
  /** Centre from which distances count. */
  point: Point | undefined;
  /** Distance to search; `all` for a city without known coordinates. */
  distance: DistanceValue;
  /** Whether the centre is the person's current position. */
  near: boolean;
}

/** Approximate position of this device. */
export interface DeviceLocation {
  point: Point;
  /** The nearest town; null while unknown. */
  town: string | null;
}

type HomeLocation = Pick<Schemas["Profile"], "location" | "lat" | "lon">;

/** City to search without a better one. */
interface DefaultArea {
  name: string;
  lat?: number;
  lon?: number;
}

const NEARBY: DistanceValue = "200";

/**
 * Fills the filters with defaults: the device's position if shared, or the person's home, or the
 * site's city. The distance defaults to `unlessChosen`.
 */
export function searchArea(
  profile: HomeLocation,
  fallback: DefaultArea,
  cities: readonly Schemas["City"][],
  filters: Filters,
  device: DeviceLocation | null,
  unlessChosen?: DistanceValue,
): SearchArea {
  const named = (name: string) => cities.find((city) => isSameCity(city.name, name));
  const home = profile.location || (named(fallback.name)?.name ?? capitalised(fallback.name));
  if (filters.near && device) {
    const { point, town } = device;
    const chosen = filters.distance ?? unlessChosen ?? NEARBY;
    // Without the name of a town, people cannot be listed by town.
    const distance = chosen === "all" && !town ? NEARBY : chosen;
    return { home, city: town ?? home, point, distance, near: true };
  }
  const city = filters.city ?? home;
  const point = cityPoint(city);
  const chosen = filters.distance ?? unlessChosen ?? (profile.location ? NEARBY : "all");
  return { home, city, point, distance: point ? chosen : "all", near: false };

  function cityPoint(name: string): Point | undefined {
    const own = profile.location !== "" && isSameCity(name, profile.location);
    const site = isSameCity(name, fallback.name) ? pointOf(fallback) : undefined;
    return (own && pointOf(profile)) || pointOf(named(name)) || site;
  }
}

/**
 * Returns the distance for a saved search, which counts from the person's own place: none around
 * another place.
 */
export function savedArea({ near, city, home, distance }: SearchArea): { distance?: number } {
  const own = !near && isSameCity(city, home);
  return own && distance !== "all" && distance !== "2000" ? { distance: Number(distance) } : {};
}

function capitalised(name: string): string {
  return name.replace(/^./, (letter) => letter.toUpperCase());
}
