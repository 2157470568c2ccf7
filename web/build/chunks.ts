import type { Rolldown } from "vite";

/** Modules smaller than a request for them. */
const TINY =
  /src[\\/](?:components[\\/](?:report[\\/]report-button|may-ask)|lib[\\/](?:balance|block|second-factor|sign-out)\.ts)/;
/** Modules of many screens of members, but of none before signing in. */
const MEMBERS =
  /src[\\/](?:components[\\/](?:contact-links|person-link|picture|print-button|private-file-button|stars)\.tsx|lib[\\/](?:categories|format[\\/](?:last-year|months))\.ts)$/;
/** Modules needed only by screens with forms. */
const FORMS =
  /node_modules[\\/](?:react-hook-form|@hookform|zod)[\\/]|src[\\/]lib[\\/](?:(?:drafted-)?form|near-town|amount)\.ts$/;
const ICONS = /node_modules[\\/]lucide-react[\\/]/;
/** Modules needed only by screens with photo uploads or private images. */
const PHOTOS =
  /src[\\/](?:lib[\\/](?:draw-photo|photo-file|api[\\/]progress)|components[\\/](?:private-image|form[\\/]file-input))\.tsx?$/;
/** Modules of dialogs, and those shared with popovers. */
const OVERLAYS =
  /src[\\/]components[\\/]overlay[\\/](?:close|dialog)-|node_modules[\\/](?:@floating-ui[\\/]|@base-ui[\\/](?:react[\\/](?:floating-ui-react|dialog|alert-dialog)|utils[\\/](?:useScrollLock|store))[\\/.])/;
/** Form fields that only some forms use. */
const FIELDS = /src[\\/]components[\\/]form[\\/](?:name-fields|radio-card|town-field)\.tsx$/;
/** Modules where staff write a reason. */
const REASONS = /src[\\/]components[\\/](?:reason-dialog|reply-field)\.tsx$/;
/** Modules of screens where a mailed code is typed. */
const CODES = /src[\\/]components[\\/](?:demo-note|form[\\/]code-input)\.tsx$/;
/** Modules that show texts in Markdown. */
const PROSE = /src[\\/]components[\\/]prose[\\/]/;
/** Modules that keep the open site up to date and installable, loaded after the first screen. */
const PWA =
  /src[\\/](?:app[\\/]pwa|lib[\\/](?:worker\.ts|last-seen|live[\\/](?:start|follow|refetch|listen|parse|pause|tabs)\.))/;
/** Modules needed only by date and time pickers. */
const DATES = /src[\\/]features[\\/]bookings[\\/]date-time[\\/]/;
/** Modules of the pages and lists of bookings, but of none of the dialogs. */
const BOOKINGS = /src[\\/]features[\\/]bookings[\\/]components[\\/]/;
/** Modules needed only where a card pays. */
const CARD_PAYMENTS =
  /src[\\/]features[\\/]wallet[\\/](?:fund[\\/]|components[\\/](?:card-payment|kept-cards|sandbox-card)|api[\\/])/;
/** Modules needed only by screens with bookings, of any feature. */
const HISTORY = /src[\\/]lib[\\/]booking[\\/]events\.ts$/;
const FEATURE = /src[\\/]features[\\/](?<name>[^\\/]+)[\\/]/;
/** Modules that never go into the common file. */
const GROUPED = [
  FORMS,
  OVERLAYS,
  PHOTOS,
  PWA,
  FIELDS,
  REASONS,
  CODES,
  PROSE,
  MEMBERS,
  HISTORY,
  FEATURE,
];
/** Number of screens sharing a module from which it goes into the common file. */
const COMMON = 5;

/**
 * Rules that group modules into chunks. By default each small part shared by some screens is a file
 * of its own, and a screen asks for fifty; on a slow line the requests cost more than the bytes.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: "main", tags: ["$initial"], priority: 4 },
    {
      name: "shared",
      test: (id) => !GROUPED.some((group) => group.test(id)),
      minShareCount: COMMON,
      priority: 3,
    },
    {
      name: "shared",
      test: (id) => ICONS.test(id) || TINY.test(id) || MEMBERS.test(id),
      minShareCount: 3,
      priority: 3,
    },
    { name: "overlays", test: OVERLAYS, priority: 2 },
    { name: "pwa", test: PWA, priority: 2 },
    { name: "fields", test: FIELDS, minShareCount: 2, priority: 2 },
    { name: "codes", test: CODES, minShareCount: 2, priority: 2 },
    { name: "prose", test: PROSE, minShareCount: 2, priority: 2 },
    { name: "reasons", test: REASONS, minShareCount: 2, priority: 1.5 },
    { name: "date-time", test: DATES, minShareCount: 2, priority: 1.5 },
    { name: "card-payments", test: CARD_PAYMENTS, minShareCount: 2, priority: 1.5 },
    { name: "booking-pages", test: BOOKINGS, minShareCount: 2, priority: 1.5 },
    { name: "forms", test: FORMS, minShareCount: 2, priority: 2 },
    { name: "booking-history", test: HISTORY, minShareCount: 2, priority: 2 },
    { name: "photos", test: PHOTOS, minShareCount: 2, priority: 2 },
    { name: (id) => FEATURE.exec(id)?.groups?.name ?? null, minShareCount: 2, priority: 1 },
  ],
};
