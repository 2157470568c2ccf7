import * as z from "zod/mini";
import { newIdempotencyKey } from "@/lib/api";

const stored = z.object({
  description: z.string(),
  location: z.string(),
  /** Of the suggestion that was picked; none once the text was typed on. */
  point: z.nullable(z.object({ lat: z.number(), lon: z.number() })),
  date: z.string(),
  time: z.string(),
  hours: z.number(),
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
  hours: 1,
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

/** Pictures do not fit into the tab's storage; they stay while the page does. */
const files = new Map<string, File>();

export function loadFile(name: string): File | null {
  return files.get(name) ?? null;
}

export function changeFile(name: string, file: File | null): void {
  if (file) files.set(name, file);
  else files.delete(name);
}

export function forgetDraft(name: string): void {
  sessionStorage.removeItem(name);
  files.delete(name);
}

/**
 * The idempotency key of one purpose, such as paying 20.00 from the wallet. It survives
 * a reload, so that trying again after a lost answer neither pays nor books twice.
 */
export function keyFor(name: string, purpose: string): string {
  const { keys } = loadDraft(name);
  const known = keys[purpose];
  if (known) return known;
  const key = newIdempotencyKey();
  changeDraft(name, { keys: { ...keys, [purpose]: key } });
  return key;
}

/** Forgets a key whose answer is of no more use. */
export function dropKey(name: string, purpose: string): void {
  const { [purpose]: _, ...keys } = loadDraft(name).keys;
  changeDraft(name, { keys });
}
