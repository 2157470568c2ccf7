const names = { beginner: "Beginner", intermediate: "Intermediate", expert: "Expert" } as const;

/** How practised someone is, from the least; the values travel in lower case. */
export type Level = keyof typeof names;

export const LEVELS = Object.keys(names) as Level[];

/** `Expert`. */
export function formatLevel(level: string): string {
  return names[level as Level] ?? level;
}
