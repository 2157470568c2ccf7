import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { DueNote } from "./due-note";

const now = new Date("2026-03-04T09:00:00Z");

test.each([
  ["2026-03-05T10:00:00Z", "Decide by tomorrow"],
  ["2026-03-12T10:00:00Z", "Decide by Thu 12 Mar"],
  ["2026-03-03T10:00:00Z", "Late: was due yesterday"],
])("what is due at %s says so", (due, text) => {
  render(<DueNote due={due} now={now} />);
  expect(screen.getByText(text)).toBeVisible();
});

test("what was sent before days were promised says nothing", () => {
  const { container } = render(<DueNote due={undefined} />);
  expect(container).toBeEmptyDOMElement();
});
