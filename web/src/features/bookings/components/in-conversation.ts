import { createContext, use } from "react";

/** Whether a booking is shown in a conversation, where people stay after an action. */
export const InConversation = createContext(false);

export function useInConversation(): boolean {
  return use(InConversation);
}
