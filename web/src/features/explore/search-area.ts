import type { Schemas } from "@/lib/api";
import { type Point, pointOf } from "@/lib/places";
import { type DistanceValue, type Filters, isSameCity } from "./filters";

/** Where people are looked for. */
export interface SearchArea {
  /** The person's own town, or the site's city for someone who has none. */
  home: string;
  city: string;
  /** Where distances start. */
  point: Point | undefined;
  /** `all` in a city that nobody knows where it is. */
  distance: DistanceValue;
  /** Whether distances start where the person is now. */
  near: boolean;
}

/** Where this device is, roughly. */
export interface DeviceLocation {
  point: Point;
  /** The town nearest to it; null while that is not known. */
  town: string | null;
}

type HomeLocation = Pick<Schemas["Profile"], "location" | "lat" | "lon">;

/** The city to look in without a better one. */
interface DefaultArea {
  name: string;
  lat?: number;
  lon?: number;
}

const NEARBY: DistanceValue = "200";

/**
 * The filters with their defaults: around where the person is, if they let us know; around
 * their own place; or in the site's city. Around it as far as `unlessChosen` says.
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
    const wanted = filters.distance ?? unlessChosen ?? NEARBY;
    // In a town whose name is not known nobody can be listed by town.
    const distance = wanted === "all" && !town ? NEARBY : wanted;
    return { home, city: town ?? home, point, distance, near: true };
  }
  const city = filters.city ?? home;
  const point = cityPoint(city);
  const wanted = filters.distance ?? unlessChosen ?? (profile.location ? NEARBY : "all");
  return { home, city, point, distance: point ? wanted : "all", near: false };

  function cityPoint(name: string): Point | undefined {
    const own = profile.location !== "" && isSameCity(name, profile.location);
    const site = isSameCity(name, fallback.name) ? pointOf(fallback) : undefined;
    return (own && pointOf(profile)) || pointOf(named(name)) || site;
  }
}

function capitalised(name: string): string {
  return name.replace(/^./, (letter) => letter.toUpperCase());
}
