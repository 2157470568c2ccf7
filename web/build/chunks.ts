import type { Rolldown } from "vite";

/** Smaller than the request for it. */
const TINY = /src[\\/](?:components[\\/]report[\\/]report-button|lib[\\/](?:block|report))/;
/** What only screens with forms need. */
const FORMS =
  /node_modules[\\/](?:react-hook-form|@hookform|zod)[\\/]|src[\\/](?:lib[\\/](?:drafted-)?form\.ts|components[\\/]form[\\/]name-fields\.tsx)$/;
const ICONS = /node_modules[\\/]lucide-react[\\/]/;
/** What only screens with pictures to choose or to keep private need. */
const PHOTOS =
  /src[\\/](?:lib[\\/](?:draw-photo|photo-file|api[\\/]progress)|components[\\/]private-image)\.tsx?$/;
/** What only dialogs, menus and the like need. */
const OVERLAYS =
  /node_modules[\\/](?:@floating-ui[\\/]|@base-ui[\\/](?:react[\\/](?:floating-ui-react|dialog|popover|menu|alert-dialog)|utils[\\/](?:useScrollLock|store))[\\/.])/;
/** What keeps the site up to date and makes an app of it, once it is there. */
const PWA =
  /src[\\/](?:app[\\/]pwa|lib[\\/](?:worker\.ts|last-seen|live[\\/](?:start|follow|freshen|listen|parse|pause|tabs)\.))/;
/** What only those who choose a time need. */
const DATES = /src[\\/]features[\\/]bookings[\\/]date-time[\\/]/;
const FEATURE = /src[\\/]features[\\/](?<name>[^\\/]+)[\\/]/;
/** What so many screens share may as well come with the first of them. */
const COMMON = 4;

/**
 * Which files the code is delivered in. Left alone, each of the small parts that some screens
 * share is a file of its own, and a screen asks for fifty; on a slow line that costs more than
 * their bytes do.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: "main", tags: ["$initial"], priority: 4 },
    {
      name: "shared",
      test: (id) =>
        !FORMS.test(id) &&
        !OVERLAYS.test(id) &&
        !PHOTOS.test(id) &&
        !PWA.test(id) &&
        !FEATURE.test(id),
      minShareCount: COMMON,
      priority: 3,
    },
    { name: "shared", test: ICONS, minShareCount: 2, priority: 3 },
    { name: "shared", test: TINY, minShareCount: 2, priority: 3 },
    { name: "overlays", test: OVERLAYS, minShareCount: 2, priority: 2 },
    // Fetched together, ahead of the first dialog.
    { name: "overlays", test: /src[\\/]components[\\/]overlay[\\/](?:close|dialog)-/, priority: 2 },
    { name: "pwa", test: PWA, priority: 2 },
    { name: "date-time", test: DATES, minShareCount: 2, priority: 1.5 },
    { name: "forms", test: FORMS, minShareCount: 2, priority: 2 },
    { name: "photos", test: PHOTOS, minShareCount: 2, priority: 2 },
    { name: (id) => FEATURE.exec(id)?.groups?.name ?? null, minShareCount: 2, priority: 1 },
  ],
};
