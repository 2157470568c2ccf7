import { toLocalInput } from "@/lib/format";

/** What says which message is which, and where it stands. */
export interface Placed {
  id: string;
  /** Its place in the conversation, the same on every device. */
  seq: number;
}

/** What happened on one day, as the community counts it. */
export interface Day<Item> {
  /** The day as `2026-03-02`. */
  key: string;
  items: Item[];
}

/** Each message once, the latest version of it, in the order of the conversation. */
export function inOrder<Message extends Placed>(messages: readonly Message[]): Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  return [...byId.values()].sort((a, b) => a.seq - b.seq);
}

/**
 * The place up to which nothing is missing, of messages in order that follow the place `before`.
 * One's own messages are confirmed as they are sent, whatever the other person wrote meanwhile.
 */
export function lastUnbroken(messages: readonly Placed[], before: number): number {
  const gap = messages.findIndex(({ seq }, index) => seq !== before + 1 + index);
  return before + (gap < 0 ? messages.length : gap);
}

/** Cuts what is in order where a new day begins. */
export function byDay<Item extends { created_at: string }>(items: readonly Item[]): Day<Item>[] {
  const days: Day<Item>[] = [];
  for (const item of items) {
    const key = toLocalInput(new Date(item.created_at)).slice(0, 10);
    const last = days.at(-1);
    if (last?.key === key) last.items.push(item);
    else days.push({ key, items: [item] });
  }
  return days;
}

/**
 * The pages of a thread, newest first, with messages that came since: what is known is replaced
 * where it stands, and what is new joins the newest page.
 */
export function withArrived<Message extends Placed>(
  pages: readonly Message[][],
  arrived: readonly Message[],
): Message[][] {
  const known = new Set(pages.flatMap((page) => page.map(({ id }) => id)));
  const latest = new Map(arrived.map((message) => [message.id, message]));
  const [newest = [], ...older] = pages.map((page) =>
    page.map((message) => latest.get(message.id) ?? message),
  );
  return [[...newest, ...inOrder(arrived).filter(({ id }) => !known.has(id))], ...older];
}
