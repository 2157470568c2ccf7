import type { Point } from "@/lib/places";

/** A person on the map; the place is the middle of a 500 m square, never their exact position. */
export interface MapPerson {
  id: string;
  name: string;
  photo: string | null;
  place: Point;
}

/** People shown as one marker, because they would overlap. */
export interface Group {
  /** Key that is equal for the same people. */
  key: string;
  people: MapPerson[];
  /** Position of the marker: the place of the first person. */
  place: Point;
  /** Number of distinct places in the group. */
  places: number;
}

/** A position on the projected map, in pixels. */
interface Pixel {
  x: number;
  y: number;
}

/**
 * Groups people within `reach` pixels of each other, at the zoom of `project`. The most crowded
 * places come first and gather the others around them.
 */
export function groupPeople(
  people: readonly MapPerson[],
  project: (place: Point) => Pixel,
  reach: number,
): Group[] {
  const groups: (Group & Pixel)[] = [];
  for (const cell of groupByPlace(people)) {
    const at = project(cell.place);
    const near = groups.find(({ x, y }) => Math.hypot(x - at.x, y - at.y) < reach);
    if (near) {
      near.people.push(...cell.people);
      near.places += 1;
    } else {
      groups.push({ key: "", people: [...cell.people], place: cell.place, places: 1, ...at });
    }
  }
  return groups.map(({ people, place, places }) => ({
    key: people.map(({ id }) => id).join(" "),
    people,
    place,
    places,
  }));
}

/** Groups people by exact place, the fullest first. */
function groupByPlace(people: readonly MapPerson[]): Pick<Group, "people" | "place">[] {
  const cells = new Map<string, Pick<Group, "people" | "place">>();
  for (const person of people) {
    const { lat, lon } = person.place;
    const key = `${lat} ${lon}`;
    const cell = cells.get(key) ?? { people: [], place: person.place };
    cell.people.push(person);
    cells.set(key, cell);
  }
  return [...cells.values()].sort((a, b) => b.people.length - a.people.length);
}

/** Returns `Dev Kaur`, `Dev Kaur and Rosie Owen`, or `Dev Kaur and 3 more people`. */
export function groupName(people: readonly Pick<MapPerson, "name">[]): string {
  const [first, second, ...others] = people.map(({ name }) => name);
  if (!second) return first ?? "";
  return others.length === 0
    ? `${first} and ${second}`
    : `${first} and ${others.length + 1} more people`;
}
