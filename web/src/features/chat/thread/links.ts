/** A piece of a message: plain text, or a web address or telephone number that may be followed. */
export interface Piece {
  text: string;
  href?: string;
}

const ADDRESS = /\bhttps?:\/\/[^\s<>"]+/;
/** A British number with its area code, or one with a country code. */
const TELEPHONE =
  /(?<![\w+./-]|\d )(?:\(?0[1-9](?:[ ()-]{0,2}\d){8,9}|(?:\+|00)[1-9](?:[ ()-]{0,2}\d){7,13})(?![\w-])/;
const LINK = new RegExp(`${ADDRESS.source}|${TELEPHONE.source}`, "gi");
/** Punctuation after an address that does not belong to it. */
const TRAILING = /[.,;:!?'’”)\]}]+$/;

/**
 * Splits a message into pieces. Only web addresses and telephone numbers become links; anything
 * else, such as `javascript:`, stays plain text.
 */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(LINK)) {
    const isAddress = /^http/i.test(found);
    const address = isAddress ? withoutTrailing(found) : found;
    const href = isAddress ? webAddress(address) : telephone(address);
    if (!href) continue;
    if (index > end) pieces.push({ text: text.slice(end, index) });
    pieces.push({ text: address, href });
    end = index + address.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

/** Removes punctuation after an address; a closing bracket stays if it was opened there. */
function withoutTrailing(found: string): string {
  const bare = found.replace(TRAILING, "");
  const closed = found.charAt(bare.length) === ")" && bare.includes("(");
  return closed ? `${bare})` : bare;
}

function telephone(text: string): string {
  // From abroad, the zero in `+44 (0)113` is omitted.
  return `tel:${text.replace(/(?<=^\+\d{1,3} ?)\(0\)/, "").replace(/[ ()-]/g, "")}`;
}

function webAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, href } = new URL(text);
  return ["http:", "https:"].includes(protocol) && hostname ? href : undefined;
}
