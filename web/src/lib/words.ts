/** The two sides of bookings: their labels, each with an explanation. */
export const SIDES = {
  inward: { label: "Inward Bookings", plain: "Booked with you" },
  outward: { label: "Outward Bookings", plain: "Booked by you" },
} as const;

/** Explanation of sparks and their worth. Every text about them uses these sentences. */
export const SPARKS = {
  what: "Sparks are how neighbours here pay each other without money.",
  earn: "You earn them by helping somebody, and spend them with anyone in this community.",
  gift: "Your community may give you a few to start with.",
  worth: "A price in sparks is half the price in pounds.",
  limits: "Sparks can't be bought, sold or turned into pounds.",
} as const;

interface Replacement {
  /** Words not to be used in texts. */
  not: RegExp;
  /** Words to use instead. */
  say: string;
}

/** One word for one thing in all texts: screens, messages, mails and help. */
export const REPLACEMENTS: readonly Replacement[] = [
  { not: /\b(technicians?|clients?|customers?|providers?)\b/i, say: "neighbour, or their name" },
  { not: /\btokens?\b/i, say: "sparks" },
  { not: /\bhour for hour\b/i, say: SPARKS.worth },
  { not: /\b(deposit|add funds|fund your)\b/i, say: "top up" },
  { not: /\bnotices?\b/i, say: "notification, or message" },
  { not: /\blog(ged|ging)? in\b/i, say: "sign in" },
  { not: /\bidentity papers?\b/i, say: "identity document" },
  { not: /\ba part each\b|\byour part\b/i, say: "shared, with who gets what" },
  { not: /\bdecided\b[^.:;|]*\bfor\b/i, say: "decided: who gets what" },
  { not: /\bwhat became of\b/i, say: "what happened to" },
  { not: /\bsparks are\b(?! how neighbours here)/i, say: SPARKS.what },
  { not: /\bhalf( of it| the price)?,? in sparks\b/i, say: SPARKS.worth },
];

/** Promises of features that do not exist. */
export const ABSENT: readonly Replacement[] = [
  { not: /\b(take|get)\b[^.]*\bmoney out\b|\bcash out\b/i, say: "that pounds stay here" },
  { not: /\b(phone|telephone) (support|line)\b/i, say: "the contact page" },
];

/** Labels and messages that stay unchanged, each with an explanation beside it. */
export const FIXED: readonly string[] = [
  "Make yourself visible to clients",
  "Insufficient funds. Please top up your wallet or tokens.",
  "Invalid token received",
  "Invalid or missing reset token",
  "Failed to refresh token",
  "No refresh token available",
];
