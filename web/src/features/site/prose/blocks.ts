/*
 * A page of words, as `build/prose.ts` makes it from Markdown: data only, so that what is
 * shown is always our own elements.
 */

/** A run of text, or something in it. */
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

export interface Page {
  title: string;
  blocks: Block[];
}

/** The words of a run, without what is in it. */
export function textOf(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => (typeof inline === "string" ? inline : textOf(inline.text)))
    .join("");
}

/** What a heading is called in an address: `If something goes wrong` is `if-something-goes-wrong`. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** A part of a page: its heading, and what stands under it. */
export interface Section {
  heading: string;
  blocks: Block[];
}

/** The page's parts by its second-level headings; what stands before the first is left out. */
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
