import { drawn, sheet } from "virtual:category-art";
import { api, type Schemas } from "./api";
import { useDebounced } from "./debounce";
import { useModule } from "./site";

/** Fetches every skill category, once; nothing if the skills are switched off. */
export function useCategories() {
  const enabled = useModule("skills") !== false;
  return api.useQuery(
    "get",
    "/api/skills/get/categories",
    { params: { query: { limit: 100 } } },
    { enabled, staleTime: Number.POSITIVE_INFINITY },
  );
}

/** Returns the illustration of a category, by title or slug; undefined if it has none. */
export function useCategoryArt(titleOrSlug: string): string | undefined {
  const wanted = titleOrSlug.toLowerCase();
  const found = useCategories().data?.find(
    ({ id, title, name }) =>
      id === wanted || title.toLowerCase() === wanted || name.toLowerCase() === wanted,
  );
  return found && sheet && drawn.includes(found.id) ? `${sheet}#${found.id}` : found?.thumbnail;
}

const MIN_LENGTH = 2;
const DEBOUNCE_MS = 200;

/**
 * Returns the categories that a text may mean; undefined while loading. Matching titles come at
 * once, followed by the server's matches for everyday words, such as 'hoover' for cleaning.
 */
export function useFoundCategories(text: string): readonly Schemas["Category"][] | undefined {
  const all = useCategories().data;
  const wanted = text.trim().toLowerCase();
  const q = useDebounced(wanted, DEBOUNCE_MS);
  const { data } = api.useQuery(
    "get",
    "/api/skills/get/categories",
    { params: { query: { q, limit: 100 } } },
    { enabled: q.length >= MIN_LENGTH, staleTime: Number.POSITIVE_INFINITY },
  );
  if (!all) return undefined;
  const titled = all.filter(({ title }) => title.toLowerCase().includes(wanted));
  const meant = (q === wanted && q.length >= MIN_LENGTH && data) || [];
  return [...titled, ...meant.filter(({ id }) => !titled.some((known) => known.id === id))];
}
