import { useLive } from "@/lib/live";
import type { Message } from "../api/use-thread";

/** Empties a message as soon as staff have removed it. */
export function useRemoved(messages: readonly Message[], merge: (changed: Message[]) => void) {
  useLive("removed", ({ id }) => {
    const known = messages.find((message) => message.id === id);
    if (known) merge([{ ...known, content: "", picture: undefined, removed: true }]);
  });
}
