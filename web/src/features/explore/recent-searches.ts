import { ownKey } from "@/lib/session";

const NAME = "recentSearches";
const MAX_SEARCHES = 6;

/** Returns the member's recent searches in this browser, newest first. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(ownKey(NAME)) ?? "[]");
    return Array.isArray(stored) ? stored.filter((term) => typeof term === "string") : [];
  } catch {
    return [];
  }
}

/** Adds a term at the front, removing duplicates and prefixes of it. */
export function addSearch(term: string): string[] {
  const others = recentSearches().filter((other) => !term.startsWith(other));
  const terms = [term, ...others].slice(0, MAX_SEARCHES);
  localStorage.setItem(ownKey(NAME), JSON.stringify(terms));
  return terms;
}

export function clearSearches(): void {
  localStorage.removeItem(ownKey(NAME));
}
