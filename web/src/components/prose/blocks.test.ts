import { describe, expect, test } from "vitest";
import * as faq from "../../../../config/content/faq.md";
import * as help from "../../../../config/content/help.md";
import * as privacy from "../../../../config/content/legal/privacy.md";
import * as terms from "../../../../config/content/legal/terms.md";
import { parse } from "../../../build/prose";
import { anchorOf, textOf, toSections } from "./blocks";

const paths = new Set(["/help"]);

describe("Markdown", () => {
  test("becomes our own blocks", () => {
    const page = parse("# Hello\n\nA *b* & **c**.\n\n## Part\n\n- one\n- two\n", paths);
    expect(page.title).toBe("Hello");
    expect(page.blocks).toEqual([
      {
        type: "paragraph",
        text: ["A ", { type: "em", text: ["b"] }, " & ", { type: "strong", text: ["c"] }, "."],
      },
      { type: "heading", level: 2, text: ["Part"] },
      {
        type: "list",
        ordered: false,
        items: [[{ type: "paragraph", text: ["one"] }], [{ type: "paragraph", text: ["two"] }]],
      },
    ]);
  });

  test.each([
    ["[help](/help)", { type: "link", to: "/help", text: ["help"] }],
    ["[help](/help#top)", { type: "link", to: "/help#top", text: ["help"] }],
    ["[out](https://example.org)", { type: "link", to: "https://example.org", text: ["out"] }],
    ["[later](/not-yet)", "later"],
    ["[no](javascript:alert(1))", "no"],
    ['it\'s "so" & <so', 'it\'s "so" & <so'],
  ])("%s", (markdown, inline) => {
    const [block] = parse(`# T\n\n${markdown}`, paths).blocks;
    expect(block).toEqual({ type: "paragraph", text: [inline] });
  });

  test.each(["<script>alert(1)</script>", "![a](b.png)", "```\ncode\n```"])(
    "refuses to build with %j",
    (markdown) => expect(() => parse(`# T\n\n${markdown}`, paths)).toThrow(/does not show/),
  );
});

test.each([faq, help, terms, privacy])("$title has sections", ({ title, blocks }) => {
  expect(title).not.toBe("");
  expect(toSections(blocks).length).toBeGreaterThan(2);
});

test("a section has an anchor", () => {
  expect(anchorOf("What's “new”, Ana?")).toBe("what-s-new-ana");
  // The dispute screens link there.
  const parts = toSections(help.blocks).map(({ heading }) => anchorOf(heading));
  expect(parts).toContain("if-something-goes-wrong");
});

test("the FAQ has five questions with answers", () => {
  const questions = toSections(faq.blocks);
  expect(questions).toHaveLength(5);
  for (const { heading, blocks } of questions) {
    expect(heading).toMatch(/\?$/);
    expect(blocks.length).toBeGreaterThan(0);
  }
  expect(textOf([{ type: "em", text: ["a", { type: "strong", text: ["b"] }] }])).toBe("ab");
});
