/*
 * A text, which the server has parsed from Markdown: data only, so that only our own elements are
 * rendered.
 */

/** A text, or an inline element. */
export type Inline =
  | string
  | { type: "strong" | "em"; text: Inline[] }
  | { type: "link"; to: string; text: Inline[] };

export type Block =
  | { type: "heading"; level: number; text: Inline[] }
  | { type: "paragraph"; text: Inline[] }
  | { type: "quote"; blocks: Block[] }
  | { type: "list"; ordered: boolean; items: Block[][] }
  | { type: "table"; header: Inline[][]; rows: Inline[][][] };

/** Returns the text without markup. */
export function textOf(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => (typeof inline === "string" ? inline : textOf(inline.text)))
    .join("");
}

/** Returns the anchor of a heading: `If something goes wrong` is `if-something-goes-wrong`. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** A section of a page: its heading, and the blocks below. */
export interface Section {
  heading: string;
  blocks: Block[];
}

/** Splits a page at its second-level headings; blocks before the first are left out. */
export function toSections(blocks: readonly Block[]): Section[] {
  const sections: Section[] = [];
  for (const block of blocks) {
    if (block.type === "heading" && block.level === 2) {
      sections.push({ heading: textOf(block.text), blocks: [] });
    } else {
      sections.at(-1)?.blocks.push(block);
    }
  }
  return sections;
}
