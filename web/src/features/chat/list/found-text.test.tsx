import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { FoundText } from "./found-text";

const LONG = "Only a fool would charge that for an hour of weeding, and you know it.";

test.each([
  ["near the beginning", "Only a fool", "fool", "Only a ", "fool"],
  ["far behind", LONG, "WEEDING", "… of ", "weeding"],
  ["only its second word", LONG, "garden hour", "… an ", "hour"],
])("the match is marked and within view: %s", (_, text, term, before, marked) => {
  const { container } = render(<FoundText text={text} term={term} />);
  const mark = container.querySelector("mark");
  expect(mark).toHaveTextContent(marked);
  expect(container.textContent?.startsWith(`${before}${marked}`)).toBe(true);
});

test("a match in another word form shows the beginning", () => {
  const { container } = render(<FoundText text="Some weeds" term="weeding" />);
  expect(container).toHaveTextContent(/^Some weeds$/);
});
