import { drawn, sheet } from "virtual:category-art";
import { api, type Schemas } from "./api";
import { useDebounced } from "./debounce";

/** Every skill category the server knows, loaded once. */
export function useCategories() {
  return api.useQuery(
    "get",
    "/api/skills/get/categories",
    { params: { query: { limit: 100 } } },
    { staleTime: Number.POSITIVE_INFINITY },
  );
}

/** The illustration of a category, given its title or slug; undefined for a skill of a person's own naming. */
export function useCategoryArt(titleOrSlug: string): string | undefined {
  const wanted = titleOrSlug.toLowerCase();
  const found = useCategories().data?.find(
    ({ id, title, name }) =>
      id === wanted || title.toLowerCase() === wanted || name.toLowerCase() === wanted,
  );
  return found && sheet && drawn.includes(found.id) ? `${sheet}#${found.id}` : found?.thumbnail;
}

const MIN_LENGTH = 3;
const DEBOUNCE_MS = 200;

/**
 * Categories that a text may mean; undefined until they are there. Those whose titles hold it come at
 * once, and then those that the server knows by everyday words, such as 'hoover' for cleaning.
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
