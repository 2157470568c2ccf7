import type { ThreadEntry } from "@/lib/in-thread";
import type { Message } from "../api/use-thread";

/** A message, or another event between the two. */
export type ThreadItem = {
  key: string;
  created_at: string;
} & ({ message: Message; entry?: never } | { entry: ThreadEntry; message?: never });

/** Merges messages, in the order of the conversation, with entries, by time. */
export function mergeThread(
  messages: readonly Message[],
  entries: readonly ThreadEntry[],
): ThreadItem[] {
  const rest = entries
    .map((entry) => ({ key: entry.key, created_at: entry.at, entry }))
    .sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
  const items: ThreadItem[] = [];
  let next = 0;
  for (const message of messages) {
    const at = Date.parse(message.created_at);
    for (let entry = rest[next]; entry && Date.parse(entry.created_at) < at; entry = rest[next]) {
      items.push(entry);
      next += 1;
    }
    items.push({ key: message.id, created_at: message.created_at, message });
  }
  return [...items, ...rest.slice(next)];
}
