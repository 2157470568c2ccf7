/** A text, or an inline element. */
export type Inline =
  | string
  | { type: "strong" | "em"; text: string }
  | { type: "link"; to: string; text: string };

export type Block =
  | { type: "heading" | "paragraph"; text: Inline[] }
  | { type: "list"; ordered: boolean; items: Inline[][] };

const BULLET = /^ {0,3}[-*+] +/;
const NUMBER = /^ {0,3}\d{1,9}[.)] +/;
const HEADING = /^ {0,3}#{1,6} +/;
const INLINE =
  /\*\*(?!\s)([^*\n]+)(?<!\s)\*\*|__(?!\s)([^_\n]+)(?<!\s)__|\*(?!\s)([^*\n]+)(?<!\s)\*|\b_([^_\n]+)_\b|\[([^\]\n]+)\]\(([^)\s]+)\)/g;

/**
 * Parses the Markdown of an announcement: headings, paragraphs, lists, strong and emphasised text,
 * and links. Everything else stays text, so that only our own elements are rendered.
 */
export function parseMarkdown(markdown: string): Block[] {
  const blocks: Block[] = [];
  for (const part of markdown.split(/\n{2,}/)) {
    for (const lines of runsOf(part.split("\n").filter((line) => line.trim() !== ""))) {
      blocks.push(blockOf(lines));
    }
  }
  return blocks;
}

type Kind = "heading" | "bullet" | "number" | "text";

function kindOf(line: string): Kind {
  if (HEADING.test(line)) return "heading";
  if (BULLET.test(line)) return "bullet";
  return NUMBER.test(line) ? "number" : "text";
}

/** Splits lines where another kind of block begins. A heading is a block of its own. */
function runsOf(lines: readonly string[]): string[][] {
  const runs: string[][] = [];
  let last: Kind | undefined;
  for (const line of lines) {
    const kind = kindOf(line);
    const run = runs.at(-1);
    if (run && kind === last && kind !== "heading") run.push(line);
    else runs.push([line]);
    last = kind;
  }
  return runs;
}

function blockOf(lines: readonly string[]): Block {
  const [first = ""] = lines;
  const kind = kindOf(first);
  switch (kind) {
    case "heading":
      return { type: "heading", text: parseInline(first.replace(HEADING, "")) };
    case "text":
      return { type: "paragraph", text: parseInline(lines.join("\n")) };
    default: {
      const marker = kind === "bullet" ? BULLET : NUMBER;
      const items = lines.map((line) => parseInline(line.replace(marker, "")));
      return { type: "list", ordered: kind === "number", items };
    }
  }
}

function parseInline(text: string): Inline[] {
  const inlines: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, star2, line2, star, line, label, to] = match;
    if (match.index > end) inlines.push(text.slice(end, match.index));
    const strong = star2 ?? line2;
    const em = star ?? line;
    if (strong !== undefined) inlines.push({ type: "strong", text: strong });
    else if (em !== undefined) inlines.push({ type: "em", text: em });
    else if (label !== undefined && to !== undefined && isSafe(to)) {
      inlines.push({ type: "link", to, text: label });
    } else inlines.push(whole);
    end = match.index + whole.length;
  }
  if (end < text.length) inlines.push(text.slice(end));
  return inlines;
}

/** Returns whether a link may be followed: a page of this site, or one that is fetched securely. */
function isSafe(to: string): boolean {
  return /^\/(?![/\\])/.test(to) || /^https:\/\//i.test(to);
}
