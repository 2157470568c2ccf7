/** Storage key of unsent messages, completed by the account. */
export const UNSENT = "chat.unsent";
/** Prefix of the names of unsent pictures, among the files of drafts. */
export const UNSENT_PICTURE = "chat.picture.";
