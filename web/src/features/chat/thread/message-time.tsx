import { Check, CheckCheck, Clock, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { formatTime } from "@/lib/format";

/** How far a message of one's own has come. */
export type Progress = "sending" | "waiting" | "failed" | "sent" | "delivered" | "read";

const marks = {
  sending: { icon: Clock, label: "Sending" },
  waiting: { icon: Clock, label: "Waiting to be sent" },
  failed: { icon: TriangleAlert, label: "Not sent" },
  sent: { icon: Check, label: "Sent" },
  delivered: { icon: CheckCheck, label: "Delivered" },
  read: { icon: CheckCheck, label: "Read" },
};

interface MessageTimeProps {
  at: string;
  /** Of a message of one's own. */
  progress?: Progress | undefined;
  /** Before it: what can be done with the message. */
  children?: ReactNode;
}

/** When a message was written and, below one's own, how far it has come. */
export function MessageTime({ at, progress, children }: MessageTimeProps) {
  const { icon: Icon, label } = progress ? marks[progress] : { icon: null, label: "" };
  return (
    <p className="num mt-0.5 flex items-center justify-end gap-1 text-tiny text-ink-2">
      {children}
      <time dateTime={at}>{formatTime(at)}</time>
      {Icon && (
        <>
          <Icon aria-hidden="true" className="size-3.5" />
          {label}
        </>
      )}
    </p>
  );
}
