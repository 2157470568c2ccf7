import { useRef } from "react";
import { client } from "@/lib/api";

/** The other person's screen shows the sign a little longer than this. */
const EVERY_MS = 3_000;

/** Tells the other person that one is writing, now and then while one is. */
export function useTypingSignal(otherId: string): () => void {
  const told = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    const now = Date.now();
    if (now - told.current < EVERY_MS) return;
    told.current = now;
    const params = { path: { otherId } };
    // Nobody misses a sign that did not come.
    client.POST("/api/message/typing/{otherId}", { params }).catch(() => undefined);
  };
}
