import { clear, createStore, del, delMany, get, keys, set } from "idb-keyval";

/*
 * Files of a draft: chosen, but not sent yet. They are too large for the tab's storage, so they are
 * kept in IndexedDB, whose changes take effect in order.
 */
const store = createStore("drafts", "files");

/**
 * Replaces the files saved under a name; none removes them. Resolves, once stored, to whether they
 * would survive a reload: a full disk saves nothing, nor does a private window without a database.
 * The form still has the files then.
 */
export async function saveFiles(name: string, files: readonly File[]): Promise<boolean> {
  try {
    await (files.length > 0 ? set(name, files, store) : del(name, store));
    return true;
  } catch {
    return false;
  }
}

/** Returns the files saved under a name. */
export async function loadFiles(name: string): Promise<File[]> {
  try {
    const saved: unknown = await get(name, store);
    return Array.isArray(saved) ? saved.filter((file) => file instanceof File) : [];
  } catch {
    return [];
  }
}

/**
 * Removes all saved files on sign-out, except names that begin with `kept`. Does nothing without a
 * database.
 */
export async function clearFiles(kept?: string): Promise<void> {
  try {
    if (kept === undefined) return await clear(store);
    const names = await keys<string>(store);
    await delMany(
      names.filter((name) => !name.startsWith(kept)),
      store,
    );
  } catch {
    return;
  }
}
