import { drawn, sheet } from "virtual:category-art";
import { api, type Schemas } from "./api";
import { useDebounced } from "./debounce";
import { useModule } from "./site";

type Category = Schemas["Category"];

/** Time after which the categories are asked for again, as an admin may have changed them. */
const FRESH_MS = 5 * 60 * 1000;

/**
 * Fetches every skill category, also those that new skills cannot choose, but skills may have;
 * nothing if the skills are switched off.
 */
export function useAllCategories() {
  return useCategoryList((all) => all);
}

/** Fetches the skill categories that members choose from. */
export function useCategories() {
  return useCategoryList(shown);
}

function shown(all: readonly Category[]): readonly Category[] {
  return all.filter(({ is_hidden }) => !is_hidden);
}

function useCategoryList(select: (all: readonly Category[]) => readonly Category[]) {
  const enabled = useModule("skills") !== false;
  return api.useQuery(
    "get",
    "/api/skills/get/categories",
    { params: { query: { limit: 100, all: true } } },
    { enabled, staleTime: FRESH_MS, select },
  );
}

/** Returns the illustration of a category, by title or slug; undefined if it has none. */
export function useCategoryArt(titleOrSlug: string): string | undefined {
  const key = titleOrSlug.toLowerCase();
  const found = useAllCategories().data?.find(
    ({ id, title, name }) =>
      id === key || title.toLowerCase() === key || name.toLowerCase() === key,
  );
  return found && categoryArt(found);
}

/** Returns the URL of the illustration of a category. */
export function categoryArt({ icon, thumbnail }: { icon: string; thumbnail: string }): string {
  return sheet && drawn.includes(icon) ? `${sheet}#${icon}` : thumbnail;
}

const MIN_LENGTH = 2;
const DEBOUNCE_MS = 200;

/**
 * Returns the categories that a text may mean; undefined while loading. Matching titles come at
 * once, followed by the server's matches for everyday words, such as 'hoover' for cleaning.
 */
export function useFoundCategories(text: string): readonly Category[] | undefined {
  const all = useCategories().data;
  const term = text.trim().toLowerCase();
  const q = useDebounced(term, DEBOUNCE_MS);
  const { data } = api.useQuery(
    "get",
    "/api/skills/get/categories",
    { params: { query: { q, limit: 100 } } },
    { enabled: q.length >= MIN_LENGTH, staleTime: FRESH_MS },
  );
  if (!all) return undefined;
  const titled = all.filter(({ title }) => title.toLowerCase().includes(term));
  const meant = (q === term && q.length >= MIN_LENGTH && data) || [];
  return [...titled, ...meant.filter(({ id }) => !titled.some((known) => known.id === id))];
}
