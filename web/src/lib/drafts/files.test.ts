import { beforeEach, expect, test, vi } from "vitest";

type Handler = (() => void) | null;
interface Pending {
  result: unknown;
  error: unknown;
  onsuccess: Handler;
  onerror: Handler;
}

/** A partial fake of IndexedDB: transactions run one after the other, some slowly. */
class SlowDatabase {
  static opened = 0;
  static full = false;
  static stored = new Map<string, unknown>();
  private last = Promise.resolve();
  private delay = 40;

  transaction() {
    this.delay = Math.max(this.delay - 15, 1);
    const transaction = { oncomplete: null as Handler, onabort: null as Handler, error: null };
    let work = () => undefined as unknown;
    let request: Pending | undefined;
    const { delay } = this;
    this.last = this.last.then(async () => {
      await new Promise((resolve) => setTimeout(resolve, delay));
      if (SlowDatabase.full) return transaction.onabort?.();
      const result = work();
      if (request) request.result = result;
      request?.onsuccess?.();
      transaction.oncomplete?.();
    });
    const ask = (task: () => unknown) => {
      work = task;
      request = { result: undefined, error: null, onsuccess: null, onerror: null };
      return request;
    };
    const store = {
      transaction,
      put: (value: unknown, name: string) => ask(() => SlowDatabase.stored.set(name, value)),
      delete: (name: string) => ask(() => SlowDatabase.stored.delete(name)),
      get: (name: string) => ask(() => SlowDatabase.stored.get(name)),
      clear: () => ask(() => SlowDatabase.stored.clear()),
    };
    return { objectStore: () => store };
  }
}

function open(): Pending {
  SlowDatabase.opened += 1;
  const request: Pending = {
    result: new SlowDatabase(),
    error: null,
    onsuccess: null,
    onerror: null,
  };
  setTimeout(() => request.onsuccess?.(), 10);
  return request;
}

beforeEach(() => {
  SlowDatabase.opened = 0;
  SlowDatabase.full = false;
  SlowDatabase.stored.clear();
  vi.stubGlobal("indexedDB", { open });
  return () => vi.unstubAllGlobals();
});

/** Loads the page anew, as a reload does. */
async function load() {
  vi.resetModules();
  const files = await import("./files");
  return {
    ...files,
    names: async (under: string) => (await files.loadFiles(under)).map(({ name }) => name),
  };
}

const file = (name: string) => new File(["x"], name);

test("the last of many changes stays, over one connection", async () => {
  const { saveFiles, names } = await load();
  const saved = [
    saveFiles("draft", [file("1.png"), file("2.png"), file("3.png")]),
    saveFiles("draft", [file("1.png"), file("2.png")]),
    saveFiles("draft", [file("1.png")]),
  ];
  // Requested while they are still being saved.
  expect(await names("draft")).toEqual(["1.png"]);
  expect(await Promise.all(saved)).toEqual([true, true, true]);
  expect(SlowDatabase.opened).toBe(1);
});

test("saved files survive a reload", async () => {
  await (await load()).saveFiles("draft", [file("1.png")]);
  expect(await (await load()).names("draft")).toEqual(["1.png"]);
});

test("an empty choice removes files, and signing out all", async () => {
  const { saveFiles, clearFiles, names } = await load();
  await saveFiles("one", [file("1.png")]);
  await saveFiles("two", [file("2.png")]);
  await saveFiles("one", []);
  expect([await names("one"), await names("two")]).toEqual([[], ["2.png"]]);
  await clearFiles();
  expect(await names("two")).toEqual([]);
});

test("a full disk saves nothing and reports it", async () => {
  const { saveFiles, names } = await load();
  SlowDatabase.full = true;
  expect(await saveFiles("draft", [file("1.png")])).toBe(false);
  SlowDatabase.full = false;
  expect(await names("draft")).toEqual([]);
});

test("stored values other than files are ignored", async () => {
  const { names } = await load();
  SlowDatabase.stored.set("draft", [file("1.png"), "nonsense"]);
  SlowDatabase.stored.set("other", "nonsense");
  expect([await names("draft"), await names("other")]).toEqual([["1.png"], []]);
});

test("a browser without a database saves nothing and reports it", async () => {
  vi.stubGlobal("indexedDB", undefined);
  const { saveFiles, clearFiles, names } = await load();
  expect(await saveFiles("draft", [file("1.png")])).toBe(false);
  expect(await names("draft")).toEqual([]);
  await clearFiles();
});
