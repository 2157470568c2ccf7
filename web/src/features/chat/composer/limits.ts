/** How long a message may be. */
export const MOST_CHARACTERS = 4_000;
/** How much the first message between two people says at least. */
export const FIRST_CHARACTERS = 10;

const countFormat = new Intl.NumberFormat("en-GB");

/** Why a message cannot be sent as it is; undefined when it can. */
export function problemOf(text: string, first: boolean): string | undefined {
  const length = characters(text.trim());
  if (length > MOST_CHARACTERS) {
    return `This is ${countFormat.format(length)} characters long; a message has up to ${countFormat.format(MOST_CHARACTERS)}.`;
  }
  if (first && length < FIRST_CHARACTERS) {
    return "Say in a few words who you are and what it is about.";
  }
  return undefined;
}

/** Fewer words than this hardly say what a message is about. */
const FEW_WORDS = 3;

/** Whether a message says so little that somebody new may not know what to answer. */
export function isShort(text: string): boolean {
  const words = [...new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)];
  return words.filter(({ isWordLike }) => isWordLike).length < FEW_WORDS;
}

/** Counted as people do, more or less: a smiley is one. */
function characters(text: string): number {
  return Array.from(text).length;
}
