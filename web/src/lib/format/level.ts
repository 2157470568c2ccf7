const names = { beginner: "Beginner", intermediate: "Intermediate", expert: "Expert" } as const;

/** Experience levels in ascending order; the API uses lower case. */
export type Level = keyof typeof names;

export const LEVELS = Object.keys(names) as Level[];

/** Returns `Expert`. */
export function formatLevel(level: string): string {
  return names[level as Level] ?? level;
}
