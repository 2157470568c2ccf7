import { expect, test, vi } from "vitest";
import * as z from "zod/mini";

const schema = z.object({ text: z.string(), count: z.number() });
const empty = { text: "", count: 0 };

/** Opens the entry, as after a page load. */
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
])("%s is ignored as a draft", async (stored) => {
  sessionStorage.setItem("note", stored);
  const draft = await open();
  expect(draft.load()).toEqual(empty);
  draft.save({ text: "Anew", count: 1 });
  expect(draft.load()).toEqual({ text: "Anew", count: 1 });
});

test("unknown fields are dropped", async () => {
  sessionStorage.setItem("note", '{"text":"The tap drips","count":1,"admin":true}');
  expect((await open()).load()).toEqual({ text: "The tap drips", count: 1 });
});

test("a member's drafts end with the session, a visitor's sign-up stays", async () => {
  const { forgetDrafts } = await import("./entry");
  sessionStorage.setItem("chat.draft.u2:u1", "The key is under the pot");
  sessionStorage.setItem("bookingDraft:u1:s1", "{}");
  sessionStorage.setItem("registration", "{}");
  forgetDrafts();
  expect(Object.keys(sessionStorage)).toEqual(["registration"]);
  sessionStorage.clear();
});
