import { ownKey } from "@/lib/session";

const NAME = "recentSearches";
const MAX_SEARCHES = 6;

/** What the person signed in searched for lately in this browser, newest first. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(ownKey(NAME)) ?? "[]");
    return Array.isArray(stored) ? stored.filter((term) => typeof term === "string") : [];
  } catch {
    return [];
  }
}

/** Puts a term first; a repeated one moves up, and one that was typed on goes. */
export function addSearch(term: string): string[] {
  const others = recentSearches().filter((other) => !term.startsWith(other));
  const terms = [term, ...others].slice(0, MAX_SEARCHES);
  localStorage.setItem(ownKey(NAME), JSON.stringify(terms));
  return terms;
}

export function clearSearches(): void {
  localStorage.removeItem(ownKey(NAME));
}
