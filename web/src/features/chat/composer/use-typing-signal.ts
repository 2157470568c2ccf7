import { useRef } from "react";
import { client } from "@/lib/api";
import { getSession } from "@/lib/session";

/** Interval between signals; the other person's screen shows each a little longer. */
const EVERY_MS = 3_000;

/** Returns a function that signals typing to the other person, once per interval. */
export function useTypingSignal(otherId: string): () => void {
  const lastSent = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    // A helper does not seem to be the neighbour.
    if (getSession()?.acting) return;
    const now = Date.now();
    if (now - lastSent.current < EVERY_MS) return;
    lastSent.current = now;
    const params = { path: { otherId } };
    // A lost typing signal does no harm.
    client.POST("/api/message/typing/{otherId}", { params }).catch(() => undefined);
  };
}
