import { expect, test } from "vitest";
import { parseMarkdown } from "./markdown";

test("paragraphs, headings and lists are told apart", () => {
  const text = "# Fair\nOn **Saturday**, *outside*.\n- Tea\n- Cake\n\n1. Come\n2. Stay";
  expect(parseMarkdown(text)).toEqual([
    { type: "heading", text: ["Fair"] },
    {
      type: "paragraph",
      text: [
        "On ",
        { type: "strong", text: "Saturday" },
        ", ",
        { type: "em", text: "outside" },
        ".",
      ],
    },
    { type: "list", ordered: false, items: [["Tea"], ["Cake"]] },
    { type: "list", ordered: true, items: [["Come"], ["Stay"]] },
  ]);
});

test.each([
  ["[Help](/help)", { type: "link", to: "/help", text: "Help" }],
  [
    "[Map](https://example.org/a?b=1)",
    { type: "link", to: "https://example.org/a?b=1", text: "Map" },
  ],
  ["[x](javascript:alert(1))", "[x](javascript:alert(1)"],
  ["[x](//evil.example)", "[x](//evil.example)"],
  ["[x](/\\evil.example)", "[x](/\\evil.example)"],
  ["[x](http://example.org)", "[x](http://example.org)"],
])("a link leads to this site or to a secure one: %s", (text, first) => {
  const [block] = parseMarkdown(text);
  expect(block?.type === "paragraph" && block.text[0]).toEqual(first);
});

test("HTML and stray signs stay text", () => {
  for (const text of [
    "<script>alert(1)</script>",
    "2 * 3 * 4",
    "snake_case_name",
    "**open",
    "#no",
  ]) {
    expect(parseMarkdown(text)).toEqual([{ type: "paragraph", text: [text] }]);
  }
  expect(parseMarkdown(" \n\n ")).toEqual([]);
});
