/** Towns named first where there is no space for all: they orient most people. */
const LANDMARKS = [
  "London",
  "Edinburgh",
  "Cardiff",
  "Belfast",
  "Manchester",
  "Glasgow",
  "Birmingham",
  "Newcastle upon Tyne",
  "Bristol",
  "Inverness",
  "Leeds",
  "Norwich",
  "Plymouth",
  "Aberdeen",
  "Southampton",
  "Liverpool",
  "Sheffield",
  "Nottingham",
  "Aberystwyth",
  "Dundee",
  "Cambridge",
  "Oxford",
  "York",
  "Carlisle",
  "Exeter",
  "Brighton",
  "Canterbury",
  "Lincoln",
  "Swansea",
  "Bangor",
  "Stornoway",
  "Lerwick",
];

/** Checks whether a town is widely known, and so drawn larger. */
export function isLandmark(name: string): boolean {
  return LANDMARKS.includes(name);
}

interface Town {
  name: string;
  lat: number;
  lon: number;
}

interface Pixel {
  x: number;
  y: number;
}

/** Space that a name takes, in pixels. */
const LINE_HEIGHT = 26;
const LETTER_WIDTH = 8;
const MARGIN = 20;

/**
 * Returns the towns whose names fit on a map without overlapping, at the zoom of `project`. `first`
 * lists the names to place first.
 */
export function visibleTowns<T extends Town>(
  towns: readonly T[],
  project: (town: T) => Pixel,
  first: readonly string[],
): T[] {
  const order = [...first, ...LANDMARKS];
  const rank = ({ name }: T) => {
    const at = order.indexOf(name);
    return at === -1 ? order.length : at;
  };
  const shown: { town: T; at: Pixel; half: number }[] = [];
  for (const town of [...towns].sort((a, b) => rank(a) - rank(b))) {
    const at = project(town);
    const half = (town.name.length * LETTER_WIDTH + MARGIN) / 2;
    const free = shown.every(
      (other) =>
        Math.abs(other.at.y - at.y) > LINE_HEIGHT ||
        Math.abs(other.at.x - at.x) > other.half + half,
    );
    if (free) shown.push({ town, at, half });
  }
  return shown.map(({ town }) => town);
}
