import { type FocusEvent, type KeyboardEvent, useState } from "react";
import type { Message } from "./use-thread";

const BUTTON = "button[data-report]";

/** Whether the message can be reported: what the other person wrote, while it says anything. */
export const isReportable = (message: Message, otherId: string) =>
  message.sender_id === otherId && !message.removed;

/*
 * The report buttons of a thread are one tab stop: fifty between the messages and the box to write
 * in would make the box hard to reach (WCAG 2.4.1, 2.4.3). They stay buttons in the messages that
 * they are about, so a screen reader finds each while reading, and a finger touches it; the arrow
 * keys lead from one to the next, as in a toolbar, and each is described by its message.
 */

/** Which report button Tab leads to: the one used last, at first that of the newest message. */
export function useReportStop(messages: readonly Message[], otherId: string) {
  const [used, setUsed] = useState<string>();
  const reportable = messages.filter((message) => isReportable(message, otherId));
  const stop = reportable.find(({ id }) => id === used) ?? reportable.at(-1);
  return {
    stop: stop?.id,
    onFocus: ({ target }: FocusEvent) => {
      if (target.matches(BUTTON)) setUsed((target as HTMLElement).dataset.report);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const { target, currentTarget, key } = event;
      const buttons = [...currentTarget.querySelectorAll<HTMLElement>(BUTTON)];
      const at = buttons.indexOf(target as HTMLElement);
      const next = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: buttons.length - 1 }[key];
      if (at < 0 || next === undefined) return;
      event.preventDefault();
      buttons[next]?.focus();
    },
  };
}
