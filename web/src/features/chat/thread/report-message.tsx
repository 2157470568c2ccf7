import { Flag } from "lucide-react";
import { useState } from "react";
import { ReportDialog } from "@/components/report";
import { RequireModule } from "@/components/require-module";
import type { Message } from "./use-thread";

interface ReportMessageProps {
  message: Message;
  /** Who wrote it. */
  firstname: string;
}

/**
 * Reports what the other person wrote. It shows itself under the pointer and the focus; where there
 * is no pointer it is always there.
 */
export function ReportMessage({ message, firstname }: ReportMessageProps) {
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
        onClick={() => setOpen(true)}
        aria-label="Report this message"
        title="Report this message"
        className="-my-3 -ml-2 grid size-11 shrink-0 place-items-center rounded-full text-ink-2 hover:bg-card hover:text-ink focus-visible:opacity-100 pointer-fine:opacity-0 pointer-fine:group-hover/message:opacity-100"
      >
        <Flag aria-hidden="true" className="size-4" />
      </button>
      {open && <ReportDialog open onOpenChange={setOpen} target={target} />}
    </RequireModule>
  );
}
