import { useEffect } from "react";

/** Focuses the screen's heading, or the main element without one. Does not scroll. */
export function focusScreen(main: HTMLElement): void {
  const target = main.querySelector<HTMLElement>("h1[tabindex]") ?? main;
  target.focus({ preventScroll: true });
}

/**
 * Keeps the focus on the screen when the focused control is removed. A button may be removed after
 * its action, or the opener of a dialog be removed or disabled while the dialog closes. The browser
 * then moves the focus to the body, and the next Tab begins at the top of the page. This component
 * moves the focus to the screen's heading instead, unless something else takes it first or a dialog
 * is open, which manages its own focus.
 */
export function KeepFocus() {
  useEffect(watchFocus, []);
  return null;
}

function watchFocus(): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  /** The last focused control; null after the user has left it. */
  let last: Element | null = null;
  let frame = 0;
  let timer = 0;
  const isLost = () => last !== null && !last.isConnected;

  const settle = () => {
    frame = 0;
    const main = document.querySelector<HTMLElement>("main");
    const isNowhere = document.activeElement === document.body;
    if (!main || !isLost() || !isNowhere || document.querySelector("[role=dialog]")) return;
    focusScreen(main);
  };
  // Effects and dialogs that move the focus themselves do so before the next frame is drawn.
  const observer = new MutationObserver(() => {
    if (!isLost() || frame !== 0) return;
    frame = requestAnimationFrame(() => {
      timer = window.setTimeout(settle);
    });
  });
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener(
    "focusin",
    ({ target }) => {
      last = target instanceof Element ? target : null;
    },
    { signal },
  );
  document.addEventListener(
    "focusout",
    ({ target }) => {
      // Some browsers send this while removing an element, which only afterwards shows as removed.
      queueMicrotask(() => {
        if (last === target && last?.isConnected && document.activeElement !== last) last = null;
      });
    },
    { signal },
  );
  return () => {
    stop.abort();
    observer.disconnect();
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
