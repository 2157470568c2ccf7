import { createContext, use } from "react";

/** Whether a booking is shown among the messages of its two people, where they stay once something is done. */
export const InConversation = createContext(false);

export function useInConversation(): boolean {
  return use(InConversation);
}
