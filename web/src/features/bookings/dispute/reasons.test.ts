import { expect, test } from "vitest";
import { hasReason, reasonsFor, toggleReason } from "./reasons";

const [first = "", second = ""] = reasonsFor(true);

test("the first reason is the same for both sides", () => {
  expect([first, reasonsFor(false)[0]]).toEqual(Array(2).fill("The service was not rendered"));
});

test("a reason is added before the text, and removed again", () => {
  const typed = "  He came at nine,\nand left at once.";
  const one = toggleReason(typed, first);
  expect(one).toBe(`${first}\n${typed}`);
  const two = toggleReason(one, second);
  expect([hasReason(two, first), hasReason(two, second)]).toEqual([true, true]);
  expect(toggleReason(toggleReason(two, first), second)).toBe(typed);
});

test("a reason alone suffices, and counts only as a full line", () => {
  expect(toggleReason(" ", first)).toBe(first);
  expect(toggleReason(first, first)).toBe("");
  expect(hasReason(`I fear that ${first}`, first)).toBe(false);
});
