import * as z from "zod/mini";
import { type DraftEntry, draftEntry, loadFiles, saveFiles } from "@/lib/drafts";
import { randomKey } from "@/lib/random-key";
import { emptyRequest, requestFields } from "./schema";

const draftSchema = z.object({
  ...requestFields,
  /** The name that the picture is saved under; empty without one. */
  picture: z.string(),
  /** The idempotency keys used so far, by what they were used for. */
  keys: z.record(z.string(), z.string()),
});

/** A request that is being written. */
export type Draft = z.infer<typeof draftSchema>;

export const emptyDraft: Draft = { ...emptyRequest, picture: "", keys: {} };

/** One person's request for one skill, as this tab had it before a reload or a way round by the wallet. */
export function requestDraft(owner: string, skill: string): DraftEntry<Draft> {
  return draftEntry(`bookingDraft:${owner}:${skill}`, draftSchema, emptyDraft);
}

export function changeDraft(entry: DraftEntry<Draft>, change: Partial<Draft>): void {
  entry.save({ ...entry.load(), ...change });
}

/** The picture that goes with a draft, from before a reload too. */
export async function loadPicture(entry: DraftEntry<Draft>): Promise<File | null> {
  const { picture } = entry.load();
  return picture ? ((await loadFiles(picture))[0] ?? null) : null;
}

/** Saves another picture with a draft, or none; resolves with whether it would survive a reload. */
export async function changePicture(entry: DraftEntry<Draft>, file: File | null): Promise<boolean> {
  const before = entry.load().picture;
  const picture = file ? before || randomKey() : "";
  changeDraft(entry, { picture });
  return picture || before ? saveFiles(picture || before, file ? [file] : []) : true;
}

export function removeDraft(entry: DraftEntry<Draft>): void {
  const { picture } = entry.load();
  if (picture) saveFiles(picture, []);
  entry.remove();
}

/**
 * The idempotency key of one purpose, such as paying 20.00 from the wallet. It survives
 * a reload, so that trying again after a lost answer neither pays nor books twice.
 */
export function idempotencyKey(entry: DraftEntry<Draft>, purpose: string): string {
  const { keys } = entry.load();
  const known = keys[purpose];
  if (known) return known;
  const key = randomKey();
  changeDraft(entry, { keys: { ...keys, [purpose]: key } });
  return key;
}

/** Removes a key whose answer is of no more use. */
export function removeIdempotencyKey(entry: DraftEntry<Draft>, purpose: string): void {
  const { [purpose]: _, ...keys } = entry.load().keys;
  changeDraft(entry, { keys });
}
