import { afterEach, beforeEach, expect, test } from "vitest";
import {
  changeDraft,
  draftName,
  dropKey,
  emptyDraft,
  forgetDraft,
  keyFor,
  loadDraft,
} from "./draft";

const NAME = draftName("ana", "plumbing");

beforeEach(() => sessionStorage.clear());
afterEach(() => forgetDraft(NAME));

test("what was written is there again", () => {
  expect(loadDraft(NAME)).toEqual(emptyDraft);
  changeDraft(NAME, { description: "The tap drips", hours: 2 });
  changeDraft(NAME, { point: { lat: 53.7, lon: -2 } });
  expect(loadDraft(NAME)).toMatchObject({
    description: "The tap drips",
    hours: 2,
    point: { lat: 53.7, lon: -2 },
  });
  expect(loadDraft(draftName("ana", "gardening"))).toEqual(emptyDraft);
  expect(loadDraft(draftName("dev", "plumbing"))).toEqual(emptyDraft);
});

test("nonsense in the storage is an empty draft", () => {
  sessionStorage.setItem(NAME, '{"hours":"many"}');
  expect(loadDraft(NAME)).toEqual(emptyDraft);
});

test("one purpose keeps its key until it is dropped, and writing on does not lose it", () => {
  const key = keyFor(NAME, "pay wallet 20");
  changeDraft(NAME, { description: "The tap drips" });
  expect(keyFor(NAME, "pay wallet 20")).toBe(key);
  expect(keyFor(NAME, "pay wallet 40")).not.toBe(key);
  dropKey(NAME, "pay wallet 20");
  expect(keyFor(NAME, "pay wallet 20")).not.toBe(key);
});

test("a request that was sent leaves nothing behind", () => {
  const key = keyFor(NAME, "pay wallet 20");
  forgetDraft(NAME);
  expect(keyFor(NAME, "pay wallet 20")).not.toBe(key);
});
