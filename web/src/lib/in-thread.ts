import { createContext, type ReactNode, use, useEffect, useState } from "react";
import type { Schemas } from "./api";

/** Something that happened between two people, besides what they wrote to each other. */
export interface ThreadEntry {
  key: string;
  /** When, RFC 3339. */
  at: string;
  /** What it was, in a sentence. */
  text: string;
  /** How it stands among the messages. */
  node: ReactNode;
  /** Of what something can still be done about: what it is in a few words, and its own page. */
  open?: { text: string; link: string };
}

/** How bookings stand between the messages of two people, told by those who know bookings. */
export interface InThread {
  /** What became of a booking, as the person `me` reads it; the latest of an open one can be acted on. */
  entriesOf: (together: Schemas["BookingTogether"], me: string) => ThreadEntry[];
}

/**
 * Loads it. The app says from where, since a feature knows no other; undefined where nothing but
 * messages is shown.
 */
export const InThreadContext = createContext<(() => Promise<InThread>) | undefined>(undefined);

/** The same once it is there; null where it is not to be had. */
export function useInThread(): InThread | null | undefined {
  const load = use(InThreadContext);
  const [loaded, setLoaded] = useState<InThread | null | undefined>(load ? undefined : null);
  useEffect(() => {
    let left = false;
    let there = false;
    // Without it there are still the messages; what is offline says so itself.
    const fetchParts = () => {
      if (there) return;
      load?.().then(
        (parts) => {
          there = true;
          if (!left) setLoaded(parts);
        },
        () => !left && setLoaded(null),
      );
    };
    fetchParts();
    window.addEventListener("online", fetchParts);
    return () => {
      left = true;
      window.removeEventListener("online", fetchParts);
    };
  }, [load]);
  return loaded;
}
