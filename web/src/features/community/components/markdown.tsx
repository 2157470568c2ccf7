import type { ReactNode } from "react";
import { Link } from "react-router";
import { type Block, type Inline, parseMarkdown } from "../markdown";

/** Renders the Markdown of an announcement. */
export function Markdown({ children }: { children: string }) {
  return (
    <div className="grid gap-3 leading-relaxed wrap-anywhere">
      {parseMarkdown(children).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text do not move
        <BlockView key={index} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { block: Block }) {
  switch (block.type) {
    case "heading":
      return <p className="font-bold">{run(block.text)}</p>;
    case "paragraph":
      return <p className="whitespace-pre-line">{run(block.text)}</p>;
    case "list": {
      const Tag = block.ordered ? "ol" : "ul";
      return (
        <Tag className={`grid gap-1 pl-6 ${block.ordered ? "list-decimal" : "list-disc"}`}>
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text do not move
            <li key={index}>{run(item)}</li>
          ))}
        </Tag>
      );
    }
  }
}

function run(inlines: readonly Inline[]): ReactNode {
  return inlines.map((inline, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
    <InlineView key={index} inline={inline} />
  ));
}

function InlineView({ inline }: { inline: Inline }) {
  if (typeof inline === "string") return inline;
  const link = "font-semibold text-leaf underline underline-offset-3 hover:text-ink";
  switch (inline.type) {
    case "strong":
      return <strong>{inline.text}</strong>;
    case "em":
      return <em>{inline.text}</em>;
    case "link":
      return inline.to.startsWith("/") ? (
        <Link to={inline.to} className={link}>
          {inline.text}
        </Link>
      ) : (
        <a href={inline.to} rel="noreferrer" className={link}>
          {inline.text}
        </a>
      );
  }
}
