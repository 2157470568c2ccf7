/** The sheet with the pictures of all categories (`build/category-art.ts`). */
declare module "virtual:category-art" {
  /** Address of the sheet; null without one. */
  export const sheet: string | null;
  /** Categories on the sheet. */
  export const drawn: readonly string[];
}
