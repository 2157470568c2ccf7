import { CalendarClock } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { ThreadEntry } from "@/lib/in-thread";

interface OpenBookingProps {
  /** The open booking, with its place in the thread. */
  entry: ThreadEntry & Required<Pick<ThreadEntry, "open">>;
  box: RefObject<HTMLElement | null>;
}

/**
 * Line above the thread that names an open booking while its card is out of view. A press scrolls
 * to the card or, where that is too far back, opens the booking's page.
 */
export function OpenBooking({ entry, box }: OpenBookingProps) {
  const navigate = useNavigate();
  const inSight = useInSight(box, entry.key);
  if (inSight) return null;
  const goThere = () => {
    const card = cardOf(box.current, entry.key);
    if (card) card.scrollIntoView({ block: "center" });
    else navigate(entry.open.link);
  };
  return (
    <button
      type="button"
      onClick={goThere}
      className="flex min-h-11 items-center gap-2 border-b border-line bg-card px-4 text-left text-small hover:bg-sunk md:px-6"
    >
      <CalendarClock aria-hidden="true" className="size-4 shrink-0 text-leaf" />
      <span className="num min-w-0 flex-1 truncate">{entry.open.text}</span>
      <span className="shrink-0 font-semibold">Show</span>
    </button>
  );
}

function cardOf(box: HTMLElement | null, key: string): HTMLElement | null {
  return box?.querySelector<HTMLElement>(`[data-entry="${key}"]`) ?? null;
}

/** Returns whether any part of the card is in view; true where the browser cannot tell. */
function useInSight(box: RefObject<HTMLElement | null>, key: string): boolean {
  const [inSight, setInSight] = useState(true);
  useEffect(() => {
    const root = box.current;
    if (!root || typeof IntersectionObserver === "undefined") return;
    const seen = new IntersectionObserver(
      (changes) => setInSight(changes.at(-1)?.isIntersecting ?? false),
      { root },
    );
    // The card mounts and unmounts with the messages around it.
    let watched: HTMLElement | null = null;
    const look = () => {
      const card = cardOf(root, key);
      if (card === watched) return;
      if (watched) seen.unobserve(watched);
      watched = card;
      if (card) seen.observe(card);
      else setInSight(false);
    };
    const changes = new MutationObserver(look);
    changes.observe(root, { childList: true, subtree: true });
    look();
    if (!watched) setInSight(false);
    return () => {
      seen.disconnect();
      changes.disconnect();
    };
  }, [box, key]);
  return inSight;
}
