import { beforeEach, expect, test } from "vitest";
import { emptyDraft, isComplete, reachableStep, skillDraft } from "./draft";

const saved = skillDraft("ana");

const full = {
  ...emptyDraft,
  skill: "Plumbing",
  level: "expert",
  description: "Taps and leaks",
} as const;

beforeEach(() => saved.remove());

test("a draft survives a reload, and a damaged one starts over", () => {
  saved.save(full);
  expect(saved.load()).toEqual(full);
  sessionStorage.setItem("skillDraft:ana", '{"skill":1}');
  expect(saved.load()).toEqual(emptyDraft);
});

test("drafts are per account", () => {
  saved.save(full);
  expect(skillDraft("dev").load()).toEqual(emptyDraft);
});

test.each([
  ["a skill", 0, { skill: "  " }],
  ["a level", 1, { level: null }],
  ["a description", 2, { description: " " }],
  ["a rate", 3, { rate: "lots" }],
])("a step is incomplete without %s", (_, step, change) => {
  expect(isComplete(full, step)).toBe(true);
  expect(isComplete({ ...full, ...change }, step)).toBe(false);
});

test("images are optional", () => expect(isComplete(full, 4)).toBe(true));

test.each([
  [null, 0],
  ["1", 0],
  ["3", 2],
  ["5", 4],
  ["9", 4],
  ["-2", 0],
  ["x", 0],
])("step %j of a full draft is %d", (stepParam, step) =>
  expect(reachableStep(full, stepParam)).toBe(step),
);

test("steps after an incomplete one are unreachable", () => {
  expect(reachableStep({ ...full, level: null }, "5")).toBe(1);
  expect(reachableStep(emptyDraft, "5")).toBe(0);
});
