import type { ReactNode } from "react";
import { cx } from "@/lib/cx";

interface BubbleProps {
  mine: boolean;
  /** Author, for those who do not see on which side it stands. */
  from: string;
  children: ReactNode;
  /** Place in the conversation, once known. */
  seq?: number;
  /** Whether this is the message searched for. */
  found?: boolean;
  /** Menu beside the message. */
  menu?: ReactNode;
  /** Note below the message, such as why it was not sent. */
  note?: ReactNode;
}

/** One message: the member's own at the right, the other person's at the left. */
export function Bubble({ mine, from, children, seq, found, menu, note }: BubbleProps) {
  return (
    <li
      data-seq={seq}
      // A touch focuses the message, which shows its menu.
      tabIndex={-1}
      className={cx("group/message grid gap-1", mine ? "justify-items-end" : "justify-items-start")}
    >
      <div className={cx("flex w-full items-center", mine && "flex-row-reverse")}>
        <div
          className={cx(
            "min-w-0 max-w-[85%] rounded-m px-3.5 py-2 sm:max-w-[75%]",
            mine ? "bg-leaf-soft" : "bg-sunk",
            found && "ring-2 ring-spark",
          )}
        >
          <span className="sr-only">{from}: </span>
          {children}
        </div>
        {menu}
      </div>
      {note}
    </li>
  );
}
