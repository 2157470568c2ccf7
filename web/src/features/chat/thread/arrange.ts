import { toLocalInput } from "@/lib/format";

/** Identity and place of a message. */
export interface Placed {
  id: string;
  /** Position in the conversation, equal on every device. */
  seq: number;
}

/** Items of one day, in the community's time zone. */
export interface Day<Item> {
  /** Date, such as `2026-03-02`. */
  key: string;
  items: Item[];
}

/** Returns the latest version of each message, in the order of the conversation. */
export function inOrder<Message extends Placed>(messages: readonly Message[]): Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  return [...byId.values()].sort((a, b) => a.seq - b.seq);
}

/**
 * Returns the place before the first missing message, for sorted messages that follow the place
 * `before`. Gaps occur because the member's own messages are confirmed as they are sent, whatever
 * the other person wrote meanwhile.
 */
export function lastUnbroken(messages: readonly Placed[], before: number): number {
  const gap = messages.findIndex(({ seq }, index) => seq !== before + 1 + index);
  return before + (gap < 0 ? messages.length : gap);
}

/** Groups sorted items by day. */
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

/** Checks whether one person wrote both messages within one minute. */
export function areTogether(
  a: { sender_id: string; created_at: string },
  b: { sender_id: string; created_at: string },
): boolean {
  const minuteOf = (iso: string) => Math.floor(Date.parse(iso) / 60_000);
  return a.sender_id === b.sender_id && minuteOf(a.created_at) === minuteOf(b.created_at);
}

/**
 * Merges arrived messages into the pages of a thread, newest first: known ones are replaced in
 * place, new ones join the newest page.
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
