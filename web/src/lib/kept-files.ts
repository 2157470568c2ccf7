/*
 * Files that were chosen but not sent yet. They do not fit into the tab's storage, so they
 * are kept in the browser's database: a reload loses nothing. Signing out removes them all.
 */
const DATABASE = "drafts";
const STORE = "files";

/** The database, or null where the browser offers none, as in some private windows. */
function open(): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    if (typeof indexedDB === "undefined") return resolve(null);
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(null);
  });
}

/** Runs one request; undefined where nothing can be kept. */
async function run(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const database = await open();
  if (!database) return undefined;
  return new Promise<unknown>((resolve) => {
    const transaction = database.transaction(STORE, mode);
    const request = ask(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(request.result);
    // A full disk keeps nothing; the file is still in the form.
    transaction.onabort = () => resolve(undefined);
  }).finally(() => database.close());
}

/** Keeps these files under a name, instead of those before; none to keep nothing. */
export async function keepFiles(name: string, files: readonly File[]): Promise<void> {
  await run("readwrite", (store) =>
    files.length > 0 ? store.put(files, name) : store.delete(name),
  );
}

/** What was kept under a name. */
export async function keptFiles(name: string): Promise<File[]> {
  const kept = await run("readonly", (store) => store.get(name));
  return Array.isArray(kept) ? kept.filter((file) => file instanceof File) : [];
}

/** Removes everything that was kept. */
export function forgetKeptFiles(): void {
  if (typeof indexedDB !== "undefined") indexedDB.deleteDatabase(DATABASE);
}
