import { clear, createStore, del, get, set } from "idb-keyval";

/*
 * The files of a draft: chosen, but not sent yet. They do not fit into the tab's storage, so
 * they are in the browser's database, whose changes take effect in the order they were made.
 */
const store = createStore("drafts", "files");

/**
 * Saves these files under a name, instead of those before; none to remove them. Resolves once
 * they would survive a reload, with whether they would: a full disk saves nothing, nor does
 * a private window without a database. The files are still in the form then.
 */
export async function saveFiles(name: string, files: readonly File[]): Promise<boolean> {
  try {
    await (files.length > 0 ? set(name, files, store) : del(name, store));
    return true;
  } catch {
    return false;
  }
}

/** What was saved under a name. */
export async function loadFiles(name: string): Promise<File[]> {
  try {
    const saved: unknown = await get(name, store);
    return Array.isArray(saved) ? saved.filter((file) => file instanceof File) : [];
  } catch {
    return [];
  }
}

/** Removes everything that was saved, for a person who signs out. Without a database there is nothing. */
export async function clearFiles(): Promise<void> {
  try {
    await clear(store);
  } catch {
    return;
  }
}
