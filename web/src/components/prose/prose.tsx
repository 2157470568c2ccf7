import type { ReactNode } from "react";
import { Link } from "react-router";
import { useSwitchedOff } from "@/lib/module-context";
import { anchorOf, type Block, type Inline, textOf } from "./blocks";

/** Renders blocks: headings, paragraphs, lists and tables. */
export function Prose({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="grid gap-4 leading-relaxed">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page does not change
        <BlockView key={index} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { block: Block }) {
  switch (block.type) {
    case "heading":
      return <HeadingView block={block} />;
    case "paragraph":
      return <p>{run(block.text)}</p>;
    case "quote":
      return (
        <blockquote className="border-l-4 border-spark pl-4 text-ink-2">
          <Prose blocks={block.blocks} />
        </blockquote>
      );
    case "list":
      return <ListView block={block} />;
    case "table":
      return <TableView block={block} />;
  }
}

function HeadingView({ block }: { block: Extract<Block, { type: "heading" }> }) {
  if (block.level > 3) return <h4 className="font-bold">{run(block.text)}</h4>;
  if (block.level === 3) return <h3 className="mt-2 text-lead">{run(block.text)}</h3>;
  return (
    <h2 id={anchorOf(textOf(block.text))} className="mt-5 scroll-mt-24 text-title">
      <span tabIndex={-1}>{run(block.text)}</span>
    </h2>
  );
}

function ListView({ block }: { block: Extract<Block, { type: "list" }> }) {
  const Tag = block.ordered ? "ol" : "ul";
  return (
    <Tag className={`grid gap-2 pl-6 ${block.ordered ? "list-decimal" : "list-disc"}`}>
      {block.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page does not change
        <li key={index} className="marker:font-semibold marker:text-leaf">
          <Prose blocks={item} />
        </li>
      ))}
    </Tag>
  );
}

function TableView({ block }: { block: Extract<Block, { type: "table" }> }) {
  return (
    <section
      aria-label="Table"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the arrow keys
      tabIndex={0}
      className="overflow-x-auto rounded-m bg-card shadow-card"
    >
      <table className="w-full text-left">
        <thead>
          <tr>{cells(block.header, "th")}</tr>
        </thead>
        <tbody>
          {block.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a page does not change
            <tr key={index} className="border-t border-line align-top">
              {cells(row, "td")}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function cells(row: readonly Inline[][], Tag: "th" | "td"): ReactNode {
  return row.map((cell, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a page does not change
    <Tag key={index} className="px-4 py-2.5" {...(Tag === "th" && { scope: "col" })}>
      {run(cell)}
    </Tag>
  ));
}

function run(inlines: readonly Inline[]): ReactNode {
  return inlines.map((inline, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a page does not change
    <InlineView key={index} inline={inline} />
  ));
}

const link = "font-semibold text-leaf underline underline-offset-3 hover:text-ink";

/** A link to a screen; plain text where the screen is switched off. */
function ScreenLink({ to, children }: { to: string; children: ReactNode }) {
  if (useSwitchedOff(to)) return children;
  return (
    <Link to={to} className={link}>
      {children}
    </Link>
  );
}

function InlineView({ inline }: { inline: Inline }) {
  if (typeof inline === "string") return inline;
  const text = run(inline.text);
  switch (inline.type) {
    case "strong":
      return <strong>{text}</strong>;
    case "em":
      return <em>{text}</em>;
    case "link":
      return inline.to.startsWith("/") ? (
        <ScreenLink to={inline.to}>{text}</ScreenLink>
      ) : (
        <a href={inline.to} rel="noreferrer" className={link}>
          {text}
        </a>
      );
  }
}
