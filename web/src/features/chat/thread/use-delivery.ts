import { useEffect } from "react";
import { type Schemas, useQueryCache } from "@/lib/api";
import type { Message } from "./use-thread";

/** What is sent while the other person is there reaches them within this time. */
const ARRIVAL_MS = 3_000;

/** Asks once, a moment after one has written, whether it has reached the other person: no news say so. */
export function useDelivery(
  written: Message | undefined,
  head: Schemas["ConversationHead"] | undefined,
): void {
  const cache = useQueryCache();
  const seq = written?.seq ?? 0;
  const arrived = !head || seq <= head.last_delivered_seq;
  useEffect(() => {
    if (arrived || seq === 0) return;
    const timer = setTimeout(() => cache.invalidate("/api/message/with/{otherId}"), ARRIVAL_MS);
    return () => clearTimeout(timer);
  }, [arrived, seq, cache]);
}
