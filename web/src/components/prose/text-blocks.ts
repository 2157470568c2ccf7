import type { Schemas } from "@/lib/api";
import type { Block, Inline } from "./blocks";

type Run = Schemas["TextRun"];

/**
 * Returns the blocks of a text that the server has parsed. Its headings begin one level below
 * `headingAbove`; those from the server begin at level 2.
 */
export function blocksOf(text: readonly Schemas["TextBlock"][], headingAbove = 1): Block[] {
  return text.map((block) => toBlock(block, headingAbove));
}

function toBlock(block: Schemas["TextBlock"], headingAbove: number): Block {
  switch (block.kind) {
    case "heading":
      return {
        type: "heading",
        level: block.level + headingAbove - 1,
        text: block.text.map(inline),
      };
    case "paragraph":
      return paragraph(block.text);
    case "quote":
      return { type: "quote", blocks: [paragraph(block.text)] };
    case "list": {
      const items = block.items.map((item) => [paragraph(item)]);
      return { type: "list", ordered: block.ordered, items };
    }
    case "table":
      return { type: "table", header: row(block.header), rows: block.rows.map(row) };
  }
}

function row(cells: readonly Run[][]): Inline[][] {
  return cells.map((cell) => cell.map(inline));
}

function paragraph(runs: readonly Run[]): Block {
  return { type: "paragraph", text: runs.map(inline) };
}

function inline({ text, strong, em, link }: Run): Inline {
  let result: Inline = text;
  if (em) result = { type: "em", text: [result] };
  if (strong) result = { type: "strong", text: [result] };
  return link ? { type: "link", to: link, text: [result] } : result;
}
