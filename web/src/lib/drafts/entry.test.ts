import { expect, test, vi } from "vitest";
import * as z from "zod/mini";

const schema = z.object({ text: z.string(), count: z.number() });
const empty = { text: "", count: 0 };

/** The entry, as a page just loaded knows it. */
async function open(name = "note") {
  vi.resetModules();
  const { draftEntry } = await import("./entry");
  return draftEntry(name, schema, empty);
}

test("a draft survives a reload, until it is removed", async () => {
  (await open()).save({ text: "The tap drips", count: 2 });
  const reloaded = await open();
  expect(reloaded.load()).toEqual({ text: "The tap drips", count: 2 });
  expect((await open("other")).load()).toEqual(empty);
  reloaded.remove();
  expect((await open()).load()).toEqual(empty);
  expect(sessionStorage).toHaveLength(0);
});

test.each([
  "nonsense",
  "null",
  "[]",
  '{"text":"The tap drips"}',
  '{"text":"The tap drips","count":"many"}',
])("%s is no draft, and nothing to fail over", async (stored) => {
  sessionStorage.setItem("note", stored);
  const draft = await open();
  expect(draft.load()).toEqual(empty);
  draft.save({ text: "Anew", count: 1 });
  expect(draft.load()).toEqual({ text: "Anew", count: 1 });
});

test("what an entry does not know of is left out", async () => {
  sessionStorage.setItem("note", '{"text":"The tap drips","count":1,"admin":true}');
  expect((await open()).load()).toEqual({ text: "The tap drips", count: 1 });
});
