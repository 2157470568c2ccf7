import { type Schemas, usePages } from "@/lib/api";
import { useDebounced } from "@/lib/debounce";
import { usePollInterval } from "@/lib/live";

export type Conversation = Schemas["Conversation"];

export const CONVERSATIONS = "/api/message/chat/history/users";
const POLL_MS = 15_000;
const TYPING_PAUSE_MS = 300;
/** Fewer letters than this say too little. */
const MIN_LETTERS = 3;

/** The conversations with the newest messages first, or those with what is looked for. */
export function useConversations(search: string) {
  const settled = useDebounced(search.trim(), TYPING_PAUSE_MS);
  const wanted = settled.length >= MIN_LETTERS ? settled : "";
  const pages = usePages(CONVERSATIONS, wanted ? { query: { q: wanted } } : {}, {
    refetchInterval: usePollInterval(POLL_MS),
    keepPrevious: true,
  });
  return { ...pages, wanted };
}
