/** The pictures of all categories on one sheet (`build/category-art.ts`). */
declare module "virtual:category-art" {
  /** Its address; null where there is none. */
  export const sheet: string | null;
  /** The categories that are on it. */
  export const drawn: readonly string[];
}
