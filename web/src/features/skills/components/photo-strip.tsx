import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { cx } from "@/lib/cx";
import { IconButton } from "../../../components/button";

interface PhotoStripProps {
  /** Describes the photos. */
  label: string;
  count: number;
  /** Index of the visible photo, from 0. */
  index: number;
  onIndex: (index: number) => void;
  /** Renders one photo, filling its slide. */
  slide: (index: number) => ReactNode;
  className?: string;
}

/** Photos side by side, one at a time, moved by swiping, arrow keys or buttons. */
export function PhotoStrip({ label, count, index, onIndex, slide, className }: PhotoStripProps) {
  const strip = useScrollPosition(index, onIndex);
  const step = (by: number) => onIndex((index + by + count) % count);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    step(by);
  };
  return (
    <section
      aria-roledescription="carousel"
      aria-label={label}
      className={cx("relative overflow-hidden", className)}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: no element says 'these belong together' without a border of its own */}
      <div
        ref={strip.ref}
        role="group"
        aria-label={`${label}, photo ${index + 1} of ${count}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a place to scroll must be reachable by the keyboard
        tabIndex={0}
        onKeyDown={count > 1 ? onKeyDown : undefined}
        onScroll={strip.onScroll}
        className="flex size-full snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none] focus-visible:-outline-offset-4"
      >
        {Array.from({ length: count }, (_, at) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a slide is its place
            key={at}
            aria-hidden={at !== index || undefined}
            className="size-full shrink-0 snap-center snap-always"
          >
            {slide(at)}
          </div>
        ))}
      </div>
      {count > 1 && <Steps index={index} count={count} onStep={step} />}
    </section>
  );
}

/** Keeps the scroll position and the index in step, whichever of the two changes. */
function useScrollPosition(index: number, onIndex: (index: number) => void) {
  const ref = useRef<HTMLDivElement>(null);
  const scrolledTo = useRef(0);
  useLayoutEffect(() => {
    const element = ref.current;
    // A position reached by swiping must not be scrolled to again.
    if (!element || scrolledTo.current === index) return;
    scrolledTo.current = index;
    element.scrollLeft = index * element.clientWidth;
  }, [index]);
  const onScroll = () => {
    const { scrollLeft = 0, clientWidth = 0 } = ref.current ?? {};
    const at = clientWidth > 0 ? Math.round(scrollLeft / clientWidth) : 0;
    if (at === scrolledTo.current) return;
    scrolledTo.current = at;
    onIndex(at);
  };
  return { ref, onScroll };
}

interface StepsProps {
  index: number;
  count: number;
  onStep: (by: number) => void;
}

function Steps({ index, count, onStep }: StepsProps) {
  const side = "absolute! inset-y-0 my-auto bg-card shadow-card";
  return (
    <>
      <IconButton label="Previous photo" className={cx(side, "left-2")} onClick={() => onStep(-1)}>
        <ChevronLeft aria-hidden="true" className="size-6" />
      </IconButton>
      <IconButton label="Next photo" className={cx(side, "right-2")} onClick={() => onStep(1)}>
        <ChevronRight aria-hidden="true" className="size-6" />
      </IconButton>
      <p
        role="status"
        className="num absolute bottom-2 left-2 rounded-full bg-card px-2.5 py-1 text-tiny font-semibold shadow-card"
      >
        <span className="sr-only">Photo </span>
        {index + 1} of {count}
      </p>
    </>
  );
}
