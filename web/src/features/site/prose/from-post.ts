import type { Schemas } from "@/lib/api";
import type { Block, Inline } from "./blocks";

type Run = Schemas["PostRun"];

/** Returns the blocks of a post as those of a text page. */
export function blocksOf(post: Schemas["Post"]): Block[] {
  return post.blocks.map(shown);
}

function shown(block: Schemas["PostBlock"]): Block {
  switch (block.kind) {
    case "heading":
      return { type: "heading", level: block.level, text: block.text.map(inline) };
    case "paragraph":
      return paragraph(block.text);
    case "quote":
      return { type: "quote", blocks: [paragraph(block.text)] };
    case "list": {
      const items = block.items.map((item) => [paragraph(item)]);
      return { type: "list", ordered: block.ordered, items };
    }
  }
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
