import { useEffect, useLayoutEffect, useRef, useState } from "react";

/** This near the end counts as being there. */
const END_PX = 64;

interface Shown {
  /** What stands first and last, by which something added above or below is known. */
  first: string | undefined;
  last: string | undefined;
}

/**
 * Where one is in a thread: at its end, which stays in sight as messages come, or further up,
 * where older messages that join above, and new ones below, move nothing.
 */
export function useThreadScroll({ first, last }: Shown) {
  const ref = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const place = useRef({ atEnd: true, fromEnd: 0, first });

  const toEnd = () => {
    if (ref.current) ref.current.scrollTop = ref.current.scrollHeight;
  };
  const look = () => {
    const box = ref.current;
    if (!box) return;
    const fromEnd = box.scrollHeight - box.scrollTop;
    const near = fromEnd - box.clientHeight <= END_PX;
    place.current = { ...place.current, atEnd: near, fromEnd };
    setAtEnd(near);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: after what is shown has changed
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    if (place.current.atEnd) toEnd();
    else if (place.current.first !== first) {
      box.scrollTop = box.scrollHeight - place.current.fromEnd;
    }
    place.current.first = first;
    look();
  }, [first, last]);

  // The keyboard of a phone, or a longer draft, takes from its height.
  useEffect(() => {
    if (!ref.current || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(() => {
      if (place.current.atEnd && ref.current) ref.current.scrollTop = ref.current.scrollHeight;
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);

  return { ref, atEnd, onScroll: look, toEnd };
}
