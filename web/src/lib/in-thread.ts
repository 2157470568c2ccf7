import { createContext, type ReactNode, use, useEffect, useState } from "react";
import type { Schemas } from "./api";

/** An event between two people, besides their messages. */
export interface ThreadEntry {
  key: string;
  /** Time of the event, RFC 3339. */
  at: string;
  /** The event as a sentence. */
  text: string;
  /** Element to show among the messages. */
  node: ReactNode;
  /** Label and address, if the event is still open for action. */
  open?: { text: string; link: string };
}

/** Conversion of bookings into entries of a conversation, provided by the bookings feature. */
export interface InThread {
  /** Returns the entries of a booking for `me`; the latest of an open one has actions. */
  entriesOf: (together: Schemas["BookingTogether"], me: string) => ThreadEntry[];
}

/**
 * Loader of the bookings' part. The app sets it, since features do not import each other; undefined
 * without bookings.
 */
export const InThreadContext = createContext<(() => Promise<InThread>) | undefined>(undefined);

/** Returns the loaded part; undefined while loading, null if it is unavailable. */
export function useInThread(): InThread | null | undefined {
  const load = use(InThreadContext);
  const [loaded, setLoaded] = useState<InThread | null | undefined>(load ? undefined : null);
  useEffect(() => {
    let left = false;
    let there = false;
    // A failure still leaves the messages; being offline is announced elsewhere.
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
