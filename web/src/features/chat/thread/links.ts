/** A piece of a message: words, or an address that may be followed. */
export interface Piece {
  text: string;
  href?: string;
}

const ADDRESS = /\bhttps?:\/\/[^\s<>"]+/gi;
/** What ends a sentence, and not the address before it. */
const TRAILING = /[.,;:!?'’”)\]}]+$/;

/**
 * The pieces of a message. Only addresses of the web become links; whatever else looks like one,
 * such as `javascript:`, stays words.
 */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutTrailing(found);
    const href = webAddress(address);
    if (!href) continue;
    if (index > end) pieces.push({ text: text.slice(end, index) });
    pieces.push({ text: address, href });
    end = index + address.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

/** A closing bracket belongs to the address if it was opened there. */
function withoutTrailing(found: string): string {
  const bare = found.replace(TRAILING, "");
  const closed = found.charAt(bare.length) === ")" && bare.includes("(");
  return closed ? `${bare})` : bare;
}

function webAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, href } = new URL(text);
  return ["http:", "https:"].includes(protocol) && hostname ? href : undefined;
}
