/** Longest words that go with a proposal or an answer. */
export const MAX_WORDS = 500;
