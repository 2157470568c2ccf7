import { drawn, sheet } from "virtual:category-art";
import { api } from "./api";

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
