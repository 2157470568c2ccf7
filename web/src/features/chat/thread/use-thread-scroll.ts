import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Distance from the end, in pixels, that counts as the end. */
const END_PX = 64;
/** Space kept above the first new message, in pixels. */
const ABOVE_NEW_PX = 48;

type Target = number | undefined;

interface Place {
  /** Keys of the first and last item, which show whether something was added above or below. */
  first: string | undefined;
  last: string | undefined;
  /** Whether the newest messages are included: only then does the view stay at the end. */
  toNewest: boolean;
  /** Place of the message searched for, once loaded. */
  target: Target;
  /** Whether messages from before the visit are complete, for choosing the start position. */
  settled: boolean;
}

/**
 * Manages the scroll position of a thread. At the end, the view follows new messages. Further up,
 * messages added above or below move nothing. The start is the end, the first new message, or the
 * message searched for.
 */
export function useThreadScroll({ first, last, toNewest, target, settled }: Place) {
  const ref = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const [began, setBegan] = useState(false);
  const place = useRef({ atEnd: true, top: 0, end: 0, first, target: undefined as Target });

  const keepAtEnd = useCallback(() => {
    if (!place.current.atEnd || !ref.current) return;
    ref.current.scrollTop = ref.current.scrollHeight;
    place.current = { ...place.current, top: ref.current.scrollTop, end: endOf(ref.current) };
  }, []);
  const toEnd = () => {
    place.current.atEnd = true;
    keepAtEnd();
  };
  const look = () => {
    const box = ref.current;
    if (!box) return;
    // Only an upward scroll between equal heights is the reader's: the box scrolls by itself when
    // its content shrinks or grows, for example when a picture replaces its preview.
    const end = endOf(box);
    const byReader = box.scrollTop < place.current.top && end === place.current.end;
    if (place.current.atEnd && toNewest && !byReader) box.scrollTop = box.scrollHeight;
    const near = toNewest && end - box.scrollTop <= END_PX;
    place.current = { ...place.current, atEnd: near, top: box.scrollTop, end };
    setAtEnd(near);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: after what is shown has changed
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const found = target !== place.current.target && messageIn(box, target);
    if (found) {
      bringIntoSight(box, found);
      place.current.atEnd = false;
    } else if (place.current.atEnd) {
      keepAtEnd();
      if (!began) place.current.atEnd = !bringNewIntoSight(box);
    } else if (place.current.first !== first) {
      box.scrollTop = place.current.top + endOf(box) - place.current.end;
    }
    place.current.first = first;
    if (found || target === undefined) place.current.target = target;
    look();
    if (first !== undefined && settled) setBegan(true);
  }, [first, last, toNewest, target, settled]);

  // A phone's keyboard or a longer draft reduces the box's height; an expanded card increases its
  // content.
  const watch = useCallback(
    (element: HTMLElement | null) => {
      if (!element || typeof ResizeObserver === "undefined") return;
      const observer = new ResizeObserver(keepAtEnd);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [keepAtEnd],
  );
  useEffect(() => watch(ref.current), [watch]);

  return {
    ref,
    content: watch,
    atEnd,
    /** Whether the reader sees the end. */
    inSight: began && atEnd,
    onScroll: look,
    toEnd,
  };
}

/** Returns how far the box can be scrolled, in pixels. */
function endOf(box: HTMLElement): number {
  return box.scrollHeight - box.clientHeight;
}

function messageIn(box: HTMLElement, seq: number | undefined): HTMLElement | null {
  return seq === undefined ? null : box.querySelector<HTMLElement>(`[data-seq="${seq}"]`);
}

/** Scrolls up to the line of new messages if it is out of view; returns whether it did. */
function bringNewIntoSight(box: HTMLElement): boolean {
  const line = box.querySelector<HTMLElement>("[data-new]");
  const above = line ? box.getBoundingClientRect().top - line.getBoundingClientRect().top : 0;
  if (above <= 0) return false;
  box.scrollTop -= above + ABOVE_NEW_PX;
  return true;
}

/** Scrolls the element to the middle of the box and focuses it. */
function bringIntoSight(box: HTMLElement, element: HTMLElement): void {
  const inBox = element.getBoundingClientRect().top - box.getBoundingClientRect().top;
  box.scrollTop += inBox - (box.clientHeight - element.clientHeight) / 2;
  element.focus({ preventScroll: true });
}
