import { marked, type Token, type Tokens } from "marked";
import type { Plugin } from "vite";
import listed from "../routes.json" with { type: "json" };
import type { Block, Inline } from "../src/components/prose/blocks.ts";

const PATHS: ReadonlySet<string> = new Set(listed);

/**
 * Vite plugin that makes Markdown importable: `import { title, blocks } from "…/terms.md"`. Parsing
 * happens in the build, so that no parser ships and no HTML is ever set. A link to a page that the
 * client does not have becomes plain text. MDX would make components of it, but the FAQ needs
 * data: it splits its page at the headings.
 */
export function prose(): Plugin {
  return {
    name: "sparkyard:prose",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith(".md")) return null;
      const { title, blocks } = parse(code, PATHS);
      const lines = [
        `export const title = ${JSON.stringify(title)};`,
        `export const blocks = ${JSON.stringify(blocks)};`,
      ];
      return { code: lines.join("\n"), map: null };
    },
  };
}

/** Returns the page's title, which is its first heading, and the blocks below it. */
export function parse(
  markdown: string,
  paths: ReadonlySet<string>,
): { title: string; blocks: Block[] } {
  const tokens = marked.lexer(markdown).filter(({ type }) => type !== "space");
  const [first, ...rest] = tokens;
  if (first?.type !== "heading") throw new Error("A page begins with its heading");
  return {
    title: (first as Tokens.Heading).text,
    blocks: rest.map((token) => block(token, paths)),
  };
}

function block(token: Token, paths: ReadonlySet<string>): Block {
  const inside = (tokens: Token[] | undefined) => inlines(tokens ?? [], paths);
  switch (token.type) {
    case "heading":
      return { type: "heading", level: Math.max(2, token.depth), text: inside(token.tokens) };
    case "paragraph":
    case "text":
      return { type: "paragraph", text: inside(token.tokens ?? [token]) };
    case "blockquote":
      return { type: "quote", blocks: blocksOf(token.tokens ?? [], paths) };
    case "list": {
      const { ordered, items } = token as Tokens.List;
      return { type: "list", ordered, items: items.map((item) => blocksOf(item.tokens, paths)) };
    }
    case "table": {
      const { header, rows } = token as Tokens.Table;
      const cells = (row: Tokens.TableCell[]) => row.map((cell) => inside(cell.tokens));
      return { type: "table", header: cells(header), rows: rows.map(cells) };
    }
    default:
      throw new Error(`This page uses '${token.type}', which the client does not show`);
  }
}

function blocksOf(tokens: Token[], paths: ReadonlySet<string>): Block[] {
  return tokens.filter(({ type }) => type !== "space").map((token) => block(token, paths));
}

function inlines(tokens: Token[], paths: ReadonlySet<string>): Inline[] {
  return tokens.flatMap((token): Inline[] => {
    const inner = () => inlines("tokens" in token ? (token.tokens ?? []) : [], paths);
    switch (token.type) {
      case "text":
        return "tokens" in token && token.tokens ? inlines(token.tokens, paths) : [plain(token)];
      case "escape":
      case "codespan":
        return [plain(token)];
      case "br":
        return ["\n"];
      case "strong":
        return [{ type: "strong", text: inner() }];
      case "em":
        return [{ type: "em", text: inner() }];
      case "link":
        return isShown(token.href, paths)
          ? [{ type: "link", to: token.href, text: inner() }]
          : inner();
      default:
        throw new Error(`This page uses '${token.type}', which the client does not show`);
    }
  });
}

function isShown(href: string, paths: ReadonlySet<string>): boolean {
  return /^(https|mailto|tel):/.test(href) || paths.has(href.replace(/[?#].*$/, ""));
}

/** Returns the token's text without the lexer's HTML escapes: the text is not set as HTML. */
function plain(token: Token): string {
  const text = "text" in token ? token.text : token.raw;
  const entities: Record<string, string> = {
    "&amp;": "&",
    "&lt;": "<",
    "&gt;": ">",
    "&quot;": '"',
    "&#39;": "'",
  };
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity: string) => entities[entity] ?? entity);
}
