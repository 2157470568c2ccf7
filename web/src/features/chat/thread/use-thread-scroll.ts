import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** This near the end counts as being there. */
const END_PX = 64;

interface Place {
  /** What stands first and last, by which something added above or below is known. */
  first: string | undefined;
  last: string | undefined;
  /** Whether nothing newer is left out below: only there is an end to stay at. */
  toNewest: boolean;
  /** The place of a message that is looked for, once it is there. */
  target: number | undefined;
}

/**
 * Where one is in a thread: at its end, which stays in sight as messages come, or further up,
 * where older messages that join above, and new ones below, move nothing. It begins at the end, or
 * at the message that is looked for.
 */
export function useThreadScroll({ first, last, toNewest, target }: Place) {
  const ref = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const place = useRef({ atEnd: true, fromEnd: 0, first, target: undefined as number | undefined });

  const keepAtEnd = useCallback(() => {
    if (place.current.atEnd && ref.current) ref.current.scrollTop = ref.current.scrollHeight;
  }, []);
  const toEnd = () => {
    place.current.atEnd = true;
    keepAtEnd();
  };
  const look = () => {
    const box = ref.current;
    if (!box) return;
    const fromEnd = box.scrollHeight - box.scrollTop;
    const near = toNewest && fromEnd - box.clientHeight <= END_PX;
    place.current = { ...place.current, atEnd: near, fromEnd };
    setAtEnd(near);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: after what is shown has changed
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const found = target !== place.current.target && messageIn(box, target);
    if (found) bringIntoSight(box, found);
    else if (place.current.atEnd) keepAtEnd();
    else if (place.current.first !== first) {
      box.scrollTop = box.scrollHeight - place.current.fromEnd;
    }
    place.current.first = first;
    if (found || target === undefined) place.current.target = target;
    look();
  }, [first, last, toNewest, target]);

  // The keyboard of a phone, or a longer draft, takes from its height; a card that opens adds to
  // what stands in it.
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

  return { ref, content: watch, atEnd, onScroll: look, toEnd };
}

function messageIn(box: HTMLElement, seq: number | undefined): HTMLElement | null {
  return seq === undefined ? null : box.querySelector<HTMLElement>(`[data-seq="${seq}"]`);
}

/** Moves it to the middle of the box and goes on reading there. */
function bringIntoSight(box: HTMLElement, element: HTMLElement): void {
  const inBox = element.getBoundingClientRect().top - box.getBoundingClientRect().top;
  box.scrollTop += inBox - (box.clientHeight - element.clientHeight) / 2;
  element.focus({ preventScroll: true });
}
