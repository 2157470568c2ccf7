import * as z from "zod/mini";
import { type DraftEntry, draftEntry, loadFiles, saveFiles } from "@/lib/drafts";
import { randomKey } from "@/lib/random-key";
import { emptyRequest, requestFields } from "./schema";

const draftSchema = z.object({
  ...requestFields,
  /** Name under which the picture is saved; empty without one. */
  picture: z.string(),
  /** Idempotency keys used so far, by purpose. */
  keys: z.record(z.string(), z.string()),
});

/** Draft of a request. */
export type Draft = z.infer<typeof draftSchema>;

export const emptyDraft: Draft = { ...emptyRequest, picture: "", keys: {} };

/**
 * Returns a person's draft of a request for a skill, kept in this tab over reloads. One for a need is
 * a draft of its own, which begins with the values of `filled`.
 */
export function requestDraft(
  owner: string,
  skill: string,
  filled?: FilledDraft,
): DraftEntry<Draft> {
  const key = `bookingDraft:${owner}:${skill}${filled ? `:${filled.need}` : ""}`;
  return draftEntry(key, draftSchema, { ...emptyDraft, ...filled?.values });
}

interface FilledDraft {
  /** Id of the need. */
  need: string;
  values: Partial<Draft>;
}

export function changeDraft(entry: DraftEntry<Draft>, change: Partial<Draft>): void {
  entry.save({ ...entry.load(), ...change });
}

/** Returns the picture of a draft, also after a reload. */
export async function loadPicture(entry: DraftEntry<Draft>): Promise<File | null> {
  const { picture } = entry.load();
  return picture ? ((await loadFiles(picture))[0] ?? null) : null;
}

/** Replaces or removes the picture of a draft; resolves to whether it would survive a reload. */
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
 * Returns the idempotency key of a purpose, such as paying 20.00 from the wallet. It survives a
 * reload, so that a retry after a lost response neither pays nor books twice.
 */
export function idempotencyKey(entry: DraftEntry<Draft>, purpose: string): string {
  const { keys } = entry.load();
  const known = keys[purpose];
  if (known) return known;
  const key = randomKey();
  changeDraft(entry, { keys: { ...keys, [purpose]: key } });
  return key;
}

/** Removes a key whose response is of no more use. */
export function removeIdempotencyKey(entry: DraftEntry<Draft>, purpose: string): void {
  const { [purpose]: _, ...keys } = entry.load().keys;
  changeDraft(entry, { keys });
}
