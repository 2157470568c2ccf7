/** Maximum length of a message. */
const MAX_CHARACTERS = 4_000;
/** Minimum length of the first message between two people. */
const FIRST_CHARACTERS = 10;

const countFormat = new Intl.NumberFormat("en-GB");

/** Returns the error that keeps a message from being sent; undefined without one. */
export function problemOf(text: string, first: boolean): string | undefined {
  const length = characters(text.trim());
  if (length > MAX_CHARACTERS) {
    return `This is ${countFormat.format(length)} characters long; a message has up to ${countFormat.format(MAX_CHARACTERS)}.`;
  }
  if (first && length < FIRST_CHARACTERS) {
    return "Say in a few words who you are and what it is about.";
  }
  return undefined;
}

/** Number of words below which a message hardly makes sense. */
const FEW_WORDS = 3;

/** Checks whether a first message is too short for its reader to know what to answer. */
export function isShort(text: string): boolean {
  const words = [...new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)];
  return words.filter(({ isWordLike }) => isWordLike).length < FEW_WORDS;
}

/** Counts code points, close to what people count: most emoji are one. */
function characters(text: string): number {
  return Array.from(text).length;
}
