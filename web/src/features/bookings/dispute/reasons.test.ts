import { expect, test } from "vitest";
import { hasReason, reasonsFor, toggleReason } from "./reasons";

const [first = "", second = ""] = reasonsFor(true);

test("the usual reason is the same for both sides", () => {
  expect([first, reasonsFor(false)[0]]).toEqual(Array(2).fill("The service was not rendered"));
});

test("a reason goes before what was typed, and leaves it alone when it goes", () => {
  const typed = "  He came at nine,\nand left at once.";
  const one = toggleReason(typed, first);
  expect(one).toBe(`${first}\n${typed}`);
  const two = toggleReason(one, second);
  expect([hasReason(two, first), hasReason(two, second)]).toEqual([true, true]);
  expect(toggleReason(toggleReason(two, first), second)).toBe(typed);
});

test("a reason alone needs no more, and is not one inside a sentence", () => {
  expect(toggleReason(" ", first)).toBe(first);
  expect(toggleReason(first, first)).toBe("");
  expect(hasReason(`I fear that ${first}`, first)).toBe(false);
});
