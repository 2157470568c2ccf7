import type { Schemas } from "@/lib/api";

/** Length below which a word resembles too many others. */
const MIN_LETTERS = 4;
/** Length from which two letters may differ. */
const LONG = 7;

/** Returns the category spelt most like a word of a search text without results. */
export function nearestCategory(
  text: string,
  categories: readonly Schemas["Category"][],
): Schemas["Category"] | undefined {
  const typed = wordsOf(text);
  let nearest: { category: Schemas["Category"]; distance: number } | undefined;
  for (const category of categories) {
    for (const known of wordsOf(`${category.title} ${category.name}`)) {
      for (const word of typed) {
        const distance = editDistance(word, known);
        const allowed = Math.min(word.length, known.length) < LONG ? 1 : 2;
        if (distance <= allowed && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) {
          nearest = { category, distance };
        }
      }
    }
  }
  return nearest?.category;
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word.length >= MIN_LETTERS);
}

/** Returns the Levenshtein distance of two words. */
function editDistance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...one].entries()) {
    const line = [row + 1];
    for (const [column, target] of [...other].entries()) {
      const changed = (above[column] ?? 0) + (letter === target ? 0 : 1);
      const added = (line[column] ?? 0) + 1;
      const left = (above[column + 1] ?? 0) + 1;
      line.push(Math.min(changed, added, left));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}
