import { Flag } from "lucide-react";
import { useState } from "react";
import { ReportDialog } from "@/components/report";
import { RequireModule } from "@/components/require-module";
import type { Message } from "./use-thread";

/** The element that says how to get to those of other messages. */
export const REPORT_HINT = "report-hint";

interface ReportMessageProps {
  message: Message;
  /** Who wrote it. */
  firstname: string;
  /** Whether Tab leads here. */
  stop: boolean;
  /** The element with what it says. */
  about: string;
}

/**
 * Reports what the other person wrote. It shows itself under the pointer and the focus; where there
 * is no pointer it is always there.
 */
export function ReportMessage({ message, firstname, stop, about }: ReportMessageProps) {
  const [open, setOpen] = useState(false);
  const target = {
    subject: "message",
    id: message.id,
    personId: message.sender_id,
    firstname,
  } as const;
  return (
    <RequireModule name="moderation">
      <button
        type="button"
        data-report={message.id}
        tabIndex={stop ? 0 : -1}
        onClick={() => setOpen(true)}
        aria-label="Report this message"
        // Only where it can have the focus: who reads on has just read the message.
        aria-describedby={stop ? `${about} ${REPORT_HINT}` : undefined}
        title="Report this message"
        className="-my-3 -ml-2 grid size-11 shrink-0 place-items-center rounded-full text-ink-2 hover:bg-card hover:text-ink focus-visible:opacity-100 pointer-fine:opacity-0 pointer-fine:group-hover/message:opacity-100"
      >
        <Flag aria-hidden="true" className="size-4" />
      </button>
      {open && <ReportDialog open onOpenChange={setOpen} target={target} />}
    </RequireModule>
  );
}
