import { useId } from "react";
import type { Message } from "../api/use-thread";
import { Bubble } from "./bubble";
import { MessageMenu, type useMessageOptions } from "./message-menu";
import { MessagePicture } from "./message-picture";
import { MessageText } from "./message-text";
import { MessageTime, type Progress } from "./message-time";

interface SentMessageProps {
  message: Message;
  mine: boolean;
  /** First name of the other person. */
  firstname: string;
  /** Delivery state of the member's own message. */
  progress: Progress | undefined;
  /** Whether the time shows below this message, rather than the next one. */
  timed: boolean;
  /** Whether this is the message searched for. */
  found: boolean;
  /** Possible actions on the message. */
  options: ReturnType<ReturnType<typeof useMessageOptions>>;
  /** Whether its menu is the tab stop. */
  menuStop: boolean;
}

/** A message that the server has stored. */
export function SentMessage(props: SentMessageProps) {
  const { message, mine, firstname, progress, timed, found, options, menuStop } = props;
  const { picture, delegate } = message;
  const contentId = useId();
  return (
    <Bubble
      mine={mine}
      from={delegate ?? (mine ? "You" : firstname)}
      seq={message.seq}
      found={found}
      menu={
        options.length > 0 && (
          <MessageMenu
            message={message}
            options={options}
            firstname={firstname}
            stop={menuStop}
            about={contentId}
          />
        )
      }
    >
      {delegate && (
        <p aria-hidden="true" className="text-small font-semibold text-ink-2">
          {delegate} for {mine ? "you" : firstname}
        </p>
      )}
      {picture && (
        <MessagePicture
          id={message.content ? undefined : contentId}
          message={{ ...message, picture }}
          alt={mine ? "Your picture" : `Picture from ${firstname}`}
        />
      )}
      {message.content && <MessageText id={contentId} text={message.content} />}
      {message.removed && <p className="text-ink-2 italic">Removed by staff</p>}
      {timed && <MessageTime at={message.created_at} progress={progress} />}
    </Bubble>
  );
}
