import { useEffect } from "react";
import { api } from "@/lib/api";
import { usePollInterval } from "@/lib/live";
import { useOnline } from "@/lib/online";
import { ownKey } from "@/lib/session";
import { useKnownUnread } from "@/lib/unread";
import { useIdle } from "@/lib/use-idle";
import { UNSENT } from "../unsent-name";

const UNREAD = "/api/message/unread";
/** Age at which the count is fetched again. */
const FRESH_MS = 60_000;

/**
 * Returns the number of unread messages. It is fetched last, since no screen waits for it. As it is
 * on every screen, it also starts sending unsent messages.
 */
export function useUnreadCount(): number {
  const idle = useIdle();
  const online = useOnline();
  const refetchInterval = usePollInterval(FRESH_MS);
  api.useQuery("get", UNREAD, {}, { enabled: idle, staleTime: FRESH_MS, refetchInterval });
  useEffect(() => {
    if (idle && online && localStorage.getItem(ownKey(UNSENT)) !== null) sendUnsent();
  }, [idle, online]);
  return useKnownUnread();
}

async function sendUnsent(): Promise<void> {
  const { deliver } = await import("../outbox/deliver");
  await deliver();
}
