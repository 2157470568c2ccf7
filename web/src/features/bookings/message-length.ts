/** Maximum length of a message with a proposal or an answer. */
export const MAX_MESSAGE_LENGTH = 500;
