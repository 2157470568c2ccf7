import * as z from "zod/mini";
import { keepFiles, keptFiles } from "@/lib/kept-files";
import { randomKey } from "@/lib/random-key";

const stored = z.object({
  description: z.string(),
  location: z.string(),
  /** Of the suggestion that was picked; none once the text was typed on. */
  point: z.nullable(z.object({ lat: z.number(), lon: z.number() })),
  date: z.string(),
  time: z.string(),
  typed: z.boolean(),
  hours: z.number(),
  /** The name that the picture is kept under; empty without one. */
  picture: z.string(),
  /** The idempotency keys used so far, by what they were used for. */
  keys: z.record(z.string(), z.string()),
});

/** A request that is being written. */
export type Draft = z.infer<typeof stored>;

export const emptyDraft: Draft = {
  description: "",
  location: "",
  point: null,
  date: "",
  time: "",
  typed: false,
  hours: 1,
  picture: "",
  keys: {},
};

/** The place in this tab's storage where one person's request for one skill is kept. */
export function draftName(owner: string, skill: string): string {
  return `bookingDraft:${owner}:${skill}`;
}

/** What this tab had entered before a reload or a way round by the wallet. */
export function loadDraft(name: string): Draft {
  try {
    return z.parse(stored, JSON.parse(sessionStorage.getItem(name) ?? "null"));
  } catch {
    return emptyDraft;
  }
}

export function changeDraft(name: string, change: Partial<Draft>): void {
  sessionStorage.setItem(name, JSON.stringify({ ...loadDraft(name), ...change }));
}

/** The picture that goes with a draft, from before a reload too. */
export async function loadPicture(name: string): Promise<File | null> {
  const { picture } = loadDraft(name);
  return picture ? ((await keptFiles(picture))[0] ?? null) : null;
}

/** Keeps another picture with a draft, or none; resolves with whether it would survive a reload. */
export async function changePicture(name: string, file: File | null): Promise<boolean> {
  const before = loadDraft(name).picture;
  const picture = file ? before || randomKey() : "";
  changeDraft(name, { picture });
  return picture || before ? keepFiles(picture || before, file ? [file] : []) : true;
}

export function forgetDraft(name: string): void {
  const { picture } = loadDraft(name);
  if (picture) keepFiles(picture, []);
  sessionStorage.removeItem(name);
}

/**
 * The idempotency key of one purpose, such as paying 20.00 from the wallet. It survives
 * a reload, so that trying again after a lost answer neither pays nor books twice.
 */
export function keyFor(name: string, purpose: string): string {
  const { keys } = loadDraft(name);
  const known = keys[purpose];
  if (known) return known;
  const key = randomKey();
  changeDraft(name, { keys: { ...keys, [purpose]: key } });
  return key;
}

/** Forgets a key whose answer is of no more use. */
export function dropKey(name: string, purpose: string): void {
  const { [purpose]: _, ...keys } = loadDraft(name).keys;
  changeDraft(name, { keys });
}
