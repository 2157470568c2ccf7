/** Where the browser keeps what could not be sent yet; with the account's own ending. */
export const UNSENT = "chat.unsent";
