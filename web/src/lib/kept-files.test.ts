import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetKeptFiles, keepFiles, keptFiles } from "./kept-files";

type Handler = (() => void) | null;

/** As much of the browser's database as is used here; each transaction is quicker than the one before. */
class SlowDatabase {
  static opened = 0;
  static stored = new Map<string, unknown>();
  onclose: Handler = null;
  onversionchange: Handler = null;
  private delay = 40;

  transaction() {
    this.delay = Math.max(this.delay - 15, 1);
    const handlers: { oncomplete: Handler; onabort: Handler } = { oncomplete: null, onabort: null };
    let work = () => undefined as unknown;
    const request = { result: undefined as unknown };
    setTimeout(() => {
      request.result = work();
      handlers.oncomplete?.();
    }, this.delay);
    const ask = (task: () => unknown) => {
      work = task;
      return request;
    };
    const store = {
      put: (value: unknown, name: string) => ask(() => SlowDatabase.stored.set(name, value)),
      delete: (name: string) => ask(() => SlowDatabase.stored.delete(name)),
      get: (name: string) => ask(() => SlowDatabase.stored.get(name)),
    };
    return Object.assign(handlers, { objectStore: () => store });
  }

  close() {
    this.onclose?.();
  }
}

function answer(result: unknown) {
  const request = { result, onsuccess: null as Handler, onerror: null as Handler };
  setTimeout(() => request.onsuccess?.(), 10);
  return request;
}

beforeEach(() => {
  SlowDatabase.opened = 0;
  vi.stubGlobal("indexedDB", {
    open: () => {
      SlowDatabase.opened += 1;
      return answer(new SlowDatabase());
    },
    deleteDatabase: () => {
      SlowDatabase.stored.clear();
      return answer(undefined);
    },
  });
});

afterEach(async () => {
  await forgetKeptFiles();
  vi.unstubAllGlobals();
});

const file = (name: string) => new File(["x"], name);
const names = async (under: string) => (await keptFiles(under)).map(({ name }) => name);

test("the last of many changes stays, over one connection", async () => {
  const kept = [
    keepFiles("draft", [file("1.png"), file("2.png"), file("3.png")]),
    keepFiles("draft", [file("1.png"), file("2.png")]),
    keepFiles("draft", [file("1.png")]),
  ];
  // Asked for while they are still being kept.
  expect(await names("draft")).toEqual(["1.png"]);
  expect(await Promise.all(kept)).toEqual([true, true, true]);
  expect(SlowDatabase.opened).toBe(1);
});

test("an empty choice removes what was kept, and signing out everything", async () => {
  await keepFiles("one", [file("1.png")]);
  await keepFiles("two", [file("2.png")]);
  await keepFiles("one", []);
  expect([await names("one"), await names("two")]).toEqual([[], ["2.png"]]);
  await forgetKeptFiles();
  expect(await names("two")).toEqual([]);
});

test("a browser without a database keeps nothing, and says so", async () => {
  vi.stubGlobal("indexedDB", undefined);
  expect(await keepFiles("draft", [file("1.png")])).toBe(false);
  expect(await names("draft")).toEqual([]);
});
