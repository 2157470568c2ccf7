import { type Schemas, usePages } from "@/lib/api";
import { useDebounced } from "@/lib/debounce";
import { usePollInterval } from "@/lib/live";

export type Conversation = Schemas["Conversation"];

export const CONVERSATIONS = "/api/message/chat/history/users";
const POLL_MS = 15_000;
const TYPING_PAUSE_MS = 300;
/** Shortest search text. */
const MIN_LETTERS = 3;

/** Fetches the conversations, newest message first, or those that match a search. */
export function useConversations(search: string) {
  const settled = useDebounced(search.trim(), TYPING_PAUSE_MS);
  const term = settled.length >= MIN_LETTERS ? settled : "";
  const pages = usePages(CONVERSATIONS, term ? { query: { q: term } } : {}, {
    refetchInterval: usePollInterval(POLL_MS),
    keepPrevious: true,
  });
  return { ...pages, term };
}
