import type { Schemas } from "@/lib/api";
import type { Block, Inline } from "./blocks";

type Run = Schemas["TextRun"];

/**
 * Returns the blocks of a text that the server has parsed. `below` is the level of the heading above
 * the text, whose own headings begin one below.
 */
export function blocksOf(text: readonly Schemas["TextBlock"][], below = 1): Block[] {
  return text.map((block) => shown(block, below));
}

function shown(block: Schemas["TextBlock"], below: number): Block {
  switch (block.kind) {
    case "heading":
      return { type: "heading", level: block.level + below - 1, text: block.text.map(inline) };
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
  let shown: Inline = text;
  if (em) shown = { type: "em", text: [shown] };
  if (strong) shown = { type: "strong", text: [shown] };
  return link ? { type: "link", to: link, text: [shown] } : shown;
}
