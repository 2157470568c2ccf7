const LABELS = { beginner: "Beginner", intermediate: "Intermediate", expert: "Expert" } as const;

/** Experience level, as the API has it. */
export type Level = keyof typeof LABELS;

/** All levels, in ascending order. */
export const LEVELS = Object.keys(LABELS) as Level[];

/** Returns the label of a level: `Expert` for `expert`. An unknown level is returned unchanged. */
export function formatLevel(level: string): string {
  return LABELS[level as Level] ?? level;
}
