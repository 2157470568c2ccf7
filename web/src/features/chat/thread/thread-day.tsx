import { formatDay } from "@/lib/format";
import type { Message } from "../api/use-thread";
import { areTogether, type Day } from "./arrange";
import type { ThreadItem } from "./merge";
import type { useMessageOptions } from "./message-menu";
import type { Progress } from "./message-time";
import { SentMessage } from "./sent-message";

interface ThreadDayProps {
  day: Day<ThreadItem>;
  otherId: string;
  firstname: string;
  /** Places up to which the other person has received and read messages. */
  reached: { delivered: number; read: number };
  /** Place of the message searched for. */
  targetSeq: number | undefined;
  /** Place of the first new message. */
  newFrom: number | undefined;
  optionsOf: ReturnType<typeof useMessageOptions>;
  /** Id of the message whose menu is the tab stop. */
  menuStop: string | undefined;
}

/** Messages and entries of one day. */
export function ThreadDay({ day, ...rest }: ThreadDayProps) {
  const { otherId, firstname, reached, targetSeq, newFrom, optionsOf, menuStop } = rest;
  const progressOf = (message: Message) =>
    message.sender_id === otherId ? undefined : progressOfOwn(message, reached);
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <h2 className="py-1 text-center font-text text-small font-medium tracking-normal text-ink-2">
        {formatDay(`${day.key}T12:00:00Z`)}
      </h2>
      <ol className="grid grid-cols-1 gap-1.5">
        {day.items.map(({ key, message, entry }, index) => {
          if (!message) {
            return (
              <li key={key} data-entry={key}>
                {entry.node}
              </li>
            );
          }
          const progress = progressOf(message);
          const next = day.items[index + 1]?.message;
          const isLast = !next || !areTogether(message, next) || progressOf(next) !== progress;
          return [
            message.seq === newFrom && <NewLine key="new" />,
            <SentMessage
              key={key}
              message={message}
              mine={message.sender_id !== otherId}
              firstname={firstname}
              progress={progress}
              timed={isLast || next.seq === newFrom}
              found={message.seq === targetSeq}
              options={optionsOf(message)}
              menuStop={message.id === menuStop}
            />,
          ];
        })}
      </ol>
    </div>
  );
}

/** Line above the messages that arrived since the last visit. */
function NewLine() {
  return (
    <li data-new className="flex items-center gap-3 py-1 text-small text-spark-deep">
      <span aria-hidden="true" className="h-px flex-1 bg-spark" />
      <h3 className="font-text font-semibold tracking-normal">New messages</h3>
      <span aria-hidden="true" className="h-px flex-1 bg-spark" />
    </li>
  );
}

function progressOfOwn(message: Message, reached: ThreadDayProps["reached"]): Progress {
  if (message.mark_as_read || message.seq <= reached.read) return "read";
  return message.delivered_at || message.seq <= reached.delivered ? "delivered" : "sent";
}
