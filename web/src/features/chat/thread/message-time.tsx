import { Check, CheckCheck, Clock, TriangleAlert } from "lucide-react";
import { formatTime } from "@/lib/format";

/** Delivery state of the member's own message. */
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
  /** Set for the member's own messages. */
  progress?: Progress | undefined;
}

/** Time of a message and, for the member's own, its delivery state. */
export function MessageTime({ at, progress }: MessageTimeProps) {
  const { icon: Icon, label } = progress ? marks[progress] : { icon: null, label: "" };
  return (
    <p className="num mt-0.5 flex items-center justify-end gap-1 text-tiny text-ink-2">
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
