import { useState } from "react";
import type { ThreadEntry } from "@/lib/in-thread";
import type { Message } from "../api/use-thread";

interface AnnouncerProps {
  messages: readonly Message[];
  entries: readonly ThreadEntry[];
  otherId: string;
  firstname: string;
}

/** Announces the other person's new messages, and changes of bookings, to screen readers. */
export function Announcer({ messages, entries, otherId, firstname }: AnnouncerProps) {
  const newest = messages.findLast((message) => message.sender_id === otherId);
  const [opened] = useState({ seq: newest?.seq ?? 0, at: Date.now() });
  const text = newest && newest.seq > opened.seq ? newest.content || "sent a picture" : "";
  const latest = latestOf(entries);
  return (
    <>
      <p role="status" className="sr-only">
        {text && `${firstname}: ${text}`}
      </p>
      <p role="status" className="sr-only">
        {latest && Date.parse(latest.at) > opened.at && latest.text}
      </p>
    </>
  );
}

function latestOf(entries: readonly ThreadEntry[]): ThreadEntry | undefined {
  const later = (one: ThreadEntry, other: ThreadEntry) =>
    Date.parse(other.at) >= Date.parse(one.at) ? other : one;
  return entries.length > 0 ? entries.reduce(later) : undefined;
}
