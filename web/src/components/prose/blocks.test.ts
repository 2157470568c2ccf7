import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { anchorOf, type Block, textOf, toSections } from "./blocks";

const CONTENT = resolve(import.meta.dirname, "../../../../config/content");

/** Returns the headings of the parts of a text page of ours. */
function partsOf(file: string): string[] {
  const text = readFileSync(resolve(CONTENT, file), "utf8");
  return [...text.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => heading);
}

test("a page is divided at its second-level headings", () => {
  const heading = (level: number, text: string): Block => ({
    type: "heading",
    level,
    text: [{ type: "strong", text: [text] }, "!"],
  });
  const blocks = [heading(3, "Before"), heading(2, "One"), heading(3, "In it"), heading(2, "Two")];
  expect(toSections(blocks)).toEqual([
    { heading: "One!", blocks: [blocks[2]] },
    { heading: "Two!", blocks: [] },
  ]);
});

test("a section has an anchor", () => {
  expect(anchorOf("What's “new”, Ana?")).toBe("what-s-new-ana");
  // The dispute screens link there.
  expect(partsOf("help.md").map(anchorOf)).toContain("if-something-goes-wrong");
  expect(textOf([{ type: "em", text: ["a", { type: "strong", text: ["b"] }] }])).toBe("ab");
});

test("the FAQ has five questions in each mode", () => {
  const questions = partsOf("faq.md");
  // Of the two about sparks and about prices, a site shows one.
  expect(questions).toHaveLength(6);
  expect(questions).toContain("What are sparks?");
  expect(questions).toContain("What does it cost?");
  for (const question of questions) expect(question).toMatch(/\?$/);
});
