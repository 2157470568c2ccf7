import * as z from "zod/mini";
import { draftEntry, loadFiles, saveFiles } from "@/lib/drafts";

const schema = z.object({ message: z.string() });

/** Draft of a dispute: the text is in sessionStorage, the file in IndexedDB. */
export function disputeDraft(owner: string, booking: number) {
  const name = `disputeDraft:${owner}:${booking}`;
  const text = draftEntry(name, schema, { message: "" });
  return {
    load: () => text.load().message,
    save: (message: string) => text.save({ message }),
    loadFile: async () => (await loadFiles(name))[0] ?? null,
    /** Resolves to whether the file would survive a reload. */
    saveFile: (file: File | null) => saveFiles(name, file ? [file] : []),
    remove: () => {
      text.remove();
      saveFiles(name, []);
    },
  };
}

export type DisputeDraft = ReturnType<typeof disputeDraft>;
