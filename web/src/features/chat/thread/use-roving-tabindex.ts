import { type FocusEvent, type KeyboardEvent, useState } from "react";
import type { Message } from "../api/use-thread";

const BUTTON = "button[data-menu]";

/*
 * Makes the menu buttons of a thread one tab stop (roving tabindex): fifty stops before the text
 * field would make it hard to reach (WCAG 2.4.1, 2.4.3). They stay buttons beside their messages,
 * so that a screen reader finds each while reading; the arrow keys move between them, as in a
 * toolbar, and each is described by its message.
 */

/**
 * Returns the message whose menu button is the tab stop, the last used or at first the newest, and
 * the handlers that move it.
 */
export function useRovingTabIndex(messages: readonly Message[]) {
  const [used, setUsed] = useState<string>();
  const stop = messages.find(({ id }) => id === used) ?? messages.at(-1);
  return {
    stop: stop?.id,
    onFocus: ({ target }: FocusEvent) => {
      if (target.matches(BUTTON)) setUsed((target as HTMLElement).dataset.menu);
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
