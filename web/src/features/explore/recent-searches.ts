const KEY = "recentSearches";
const MOST = 6;

/** What this browser searched for lately, newest first. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((term) => typeof term === "string") : [];
  } catch {
    return [];
  }
}

/** Puts a term first; a repeated one moves up, and one that was typed on goes. */
export function rememberSearch(term: string): string[] {
  const others = recentSearches().filter((other) => !term.startsWith(other));
  const terms = [term, ...others].slice(0, MOST);
  localStorage.setItem(KEY, JSON.stringify(terms));
  return terms;
}

export function forgetSearches(): void {
  localStorage.removeItem(KEY);
}
