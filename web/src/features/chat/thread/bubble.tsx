import type { ReactNode } from "react";
import { cx } from "@/lib/cx";

interface BubbleProps {
  mine: boolean;
  /** Who wrote it, for those who don't see on which side it stands. */
  from: string;
  children: ReactNode;
  /** Its place in the conversation, once it has one. */
  seq?: number;
  /** Whether it is the one that was looked for. */
  found?: boolean;
  /** Below it: why it was not sent, and what to do. */
  note?: ReactNode;
}

/** One message: one's own at the right, the other person's at the left. */
export function Bubble({ mine, from, children, seq, found, note }: BubbleProps) {
  return (
    <li
      data-seq={seq}
      tabIndex={found ? -1 : undefined}
      className={cx("grid max-w-[85%] gap-1 sm:max-w-[75%]", mine ? "ml-auto" : "mr-auto")}
    >
      <div
        className={cx(
          "group/message min-w-0 rounded-m px-3.5 py-2",
          mine ? "justify-self-end bg-leaf-soft" : "justify-self-start bg-sunk",
          found && "ring-2 ring-spark",
        )}
      >
        <span className="sr-only">{from}: </span>
        {children}
      </div>
      {note}
    </li>
  );
}
