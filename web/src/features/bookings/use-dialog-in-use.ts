import { useEffect, useState } from "react";

const dialogOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest('[role="dialog"]') : null;

/**
 * Returns whether the open dialog is in use. That is while the pointer is on it, and permanently
 * after a press or a focus move within it. The initial focus of the dialog does not count.
 */
export function useDialogInUse(open: boolean): boolean {
  const [over, setOver] = useState(false);
  const [touched, setTouched] = useState(false);
  useEffect(() => {
    if (!open) return;
    const stop = new AbortController();
    const { signal } = stop;
    const touch = () => setTouched(true);
    document.addEventListener("pointerover", ({ target }) => setOver(dialogOf(target) !== null), {
      signal,
    });
    document.addEventListener("pointerdown", touch, { signal });
    document.addEventListener("keydown", touch, { signal });
    document.addEventListener(
      "focusin",
      ({ target, relatedTarget }) => {
        const dialog = dialogOf(target);
        if (dialog && dialog === dialogOf(relatedTarget)) touch();
      },
      { signal },
    );
    return () => {
      stop.abort();
      setOver(false);
      setTouched(false);
    };
  }, [open]);
  return over || touched;
}
