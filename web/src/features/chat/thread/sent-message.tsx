import { useId } from "react";
import { Bubble } from "./bubble";
import { MessagePicture } from "./message-picture";
import { MessageText } from "./message-text";
import { MessageTime, type Progress } from "./message-time";
import { ReportMessage } from "./report-message";
import type { Message } from "./use-thread";

interface SentMessageProps {
  message: Message;
  mine: boolean;
  /** The other person. */
  firstname: string;
  /** How far the other person has received and read one's messages. */
  reached: { delivered: number; read: number };
  /** Whether it is the one that was looked for. */
  found: boolean;
  /** Whether Tab leads to its report button. */
  reportStop: boolean;
}

/** A message that the server has. */
export function SentMessage(props: SentMessageProps) {
  const { message, mine, firstname, reached, found, reportStop } = props;
  const { picture } = message;
  const said = useId();
  return (
    <Bubble mine={mine} from={mine ? "You" : firstname} seq={message.seq} found={found}>
      {picture && (
        <MessagePicture
          id={message.content ? undefined : said}
          message={{ ...message, picture }}
          alt={mine ? "Your picture" : `Picture from ${firstname}`}
        />
      )}
      {message.content && <MessageText id={said} text={message.content} />}
      {message.removed && <p className="text-ink-2 italic">Removed by staff</p>}
      <MessageTime
        at={message.created_at}
        progress={mine ? progressOf(message, reached) : undefined}
      >
        {!mine && !message.removed && (
          <ReportMessage message={message} firstname={firstname} stop={reportStop} about={said} />
        )}
      </MessageTime>
    </Bubble>
  );
}

function progressOf(message: Message, { delivered, read }: SentMessageProps["reached"]): Progress {
  if (message.mark_as_read || message.seq <= read) return "read";
  return message.delivered_at || message.seq <= delivered ? "delivered" : "sent";
}
