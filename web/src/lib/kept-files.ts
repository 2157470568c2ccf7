/*
 * Files that were chosen but not sent yet. They do not fit into the tab's storage, so they
 * are kept in the browser's database: a reload loses nothing. Signing out removes them all.
 *
 * Everything here runs one after the other over one connection, so that the last change
 * is the one that stays.
 */
const DATABASE = "drafts";
const STORE = "files";

let connection: Promise<IDBDatabase | null> | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Runs a task once all earlier ones are done, whatever became of them. */
function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
  const turn = last.then(task, task);
  last = turn;
  return turn;
}

/** The database, or null where the browser offers none, as in some private windows. */
function open(): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    if (typeof indexedDB === "undefined") return resolve(null);
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => {
      const database = request.result;
      database.onclose = () => {
        connection = undefined;
      };
      // Another tab removes everything, which an open connection would hold up.
      database.onversionchange = () => {
        database.close();
        connection = undefined;
      };
      resolve(database);
    };
    request.onerror = () => resolve(null);
  });
}

async function close(): Promise<void> {
  const opened = connection;
  connection = undefined;
  (await opened)?.close();
}

/** Runs one request in its turn; `fallback` where nothing can be kept. */
function run<Result>(
  mode: IDBTransactionMode,
  fallback: Result,
  ask: (store: IDBObjectStore) => IDBRequest,
  answer: (result: unknown) => Result,
): Promise<Result> {
  return inTurn(async () => {
    connection ??= open();
    const database = await connection;
    if (!database) return fallback;
    return new Promise<Result>((resolve) => {
      try {
        const transaction = database.transaction(STORE, mode);
        const request = ask(transaction.objectStore(STORE));
        transaction.oncomplete = () => resolve(answer(request.result));
        // A full disk keeps nothing; the file is still in the form.
        transaction.onabort = () => resolve(fallback);
      } catch {
        // The connection was closed by another tab: the next call opens a new one.
        connection = undefined;
        resolve(fallback);
      }
    });
  });
}

/**
 * Keeps these files under a name, instead of those before; none to keep nothing.
 * Resolves once they would survive a reload, with whether they would.
 */
export function keepFiles(name: string, files: readonly File[]): Promise<boolean> {
  return run<boolean>(
    "readwrite",
    false,
    (store) => (files.length > 0 ? store.put(files, name) : store.delete(name)),
    () => true,
  );
}

/** What was kept under a name. */
export function keptFiles(name: string): Promise<File[]> {
  return run<File[]>(
    "readonly",
    [],
    (store) => store.get(name),
    (kept) => (Array.isArray(kept) ? kept.filter((file) => file instanceof File) : []),
  );
}

/** Removes everything that was kept. */
export function forgetKeptFiles(): Promise<void> {
  return inTurn(async () => {
    await close();
    if (typeof indexedDB === "undefined") return;
    await new Promise<void>((resolve) => {
      const request = indexedDB.deleteDatabase(DATABASE);
      request.onsuccess = () => resolve();
      request.onerror = () => resolve();
    });
  });
}
