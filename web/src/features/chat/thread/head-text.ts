import type { Schemas } from "@/lib/api";

type Head = Schemas["ConversationHead"];

/** Returns what two people have in common, most significant first. */
export function inCommon({ in_common }: Pick<Head, "in_common">): string[] {
  const { bookings, mutual_follows, follow_each_other, town } = in_common;
  const parts = [
    bookings > 0 && `${bookings} ${bookings === 1 ? "booking" : "bookings"} together`,
    follow_each_other && "You follow each other",
    mutual_follows > 0 &&
      `You both follow ${mutual_follows} ${mutual_follows === 1 ? "neighbour" : "neighbours"}`,
    town && `You both live in ${town}`,
  ];
  return parts.filter((part) => typeof part === "string");
}

/** Returns why nobody can write here, without blame; undefined where it is possible. */
export function closedText(head: Head, firstname: string): string | undefined {
  if (head.can_write) return undefined;
  switch (head.cannot_write_reason) {
    case "deleted":
      return "They have left, so nobody can write to them any more.";
    case "suspended":
      return `${firstname} can't use their account at the moment, so you can't write to them now.`;
    case "unanswered":
      return `${firstname} hasn't answered yet. You can write again once they do.`;
    case "yourself":
      return "This is you: there is nobody to write to here.";
    default:
      return `You can't write to ${firstname}.`;
  }
}
