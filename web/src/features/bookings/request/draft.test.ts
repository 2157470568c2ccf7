import { afterEach, beforeEach, expect, test } from "vitest";
import {
  changeDraft,
  emptyDraft,
  idempotencyKey,
  removeDraft,
  removeIdempotencyKey,
  requestDraft,
} from "./draft";

const DRAFT = requestDraft("ana", "plumbing");

beforeEach(() => sessionStorage.clear());
afterEach(() => removeDraft(DRAFT));

test("a draft is restored", () => {
  expect(DRAFT.load()).toEqual(emptyDraft);
  changeDraft(DRAFT, { description: "The tap drips", hours: 2 });
  changeDraft(DRAFT, { point: { lat: 53.7, lon: -2 } });
  expect(DRAFT.load()).toMatchObject({
    description: "The tap drips",
    hours: 2,
    point: { lat: 53.7, lon: -2 },
  });
  expect(requestDraft("ana", "gardening").load()).toEqual(emptyDraft);
  expect(requestDraft("dev", "plumbing").load()).toEqual(emptyDraft);
});

test("a malformed stored draft is treated as empty", () => {
  sessionStorage.setItem("bookingDraft:ana:plumbing", '{"hours":"many"}');
  expect(DRAFT.load()).toEqual(emptyDraft);
});

test("a purpose keeps its key until dropped, whatever is typed", () => {
  const key = idempotencyKey(DRAFT, "pay wallet 20");
  changeDraft(DRAFT, { description: "The tap drips" });
  expect(idempotencyKey(DRAFT, "pay wallet 20")).toBe(key);
  expect(idempotencyKey(DRAFT, "pay wallet 40")).not.toBe(key);
  removeIdempotencyKey(DRAFT, "pay wallet 20");
  expect(idempotencyKey(DRAFT, "pay wallet 20")).not.toBe(key);
});

test("a sent request leaves no draft", () => {
  const key = idempotencyKey(DRAFT, "pay wallet 20");
  removeDraft(DRAFT);
  expect(idempotencyKey(DRAFT, "pay wallet 20")).not.toBe(key);
});
