import { useEffect } from "react";
import { api } from "@/lib/api";
import { usePollInterval } from "@/lib/live";
import { useOnline } from "@/lib/online";
import { ownKey } from "@/lib/session";
import { useIdle } from "@/lib/use-idle";
import { UNSENT } from "./unsent-name";

const UNREAD = "/api/message/unread";
/** A count may be this old before it is asked for again. */
const FRESH_MS = 60_000;

/**
 * How many messages this person has not read. Nobody waits for the count, so it is asked for last;
 * and since it is on every screen, what could not be sent goes on its way from here as well.
 */
export function useUnreadCount(): number {
  const idle = useIdle();
  const online = useOnline();
  const refetchInterval = usePollInterval(FRESH_MS);
  const unread = api.useQuery(
    "get",
    UNREAD,
    {},
    { enabled: idle, staleTime: FRESH_MS, refetchInterval },
  );
  useEffect(() => {
    if (idle && online && localStorage.getItem(ownKey(UNSENT)) !== null) sendUnsent();
  }, [idle, online]);
  return unread.data?.unread ?? 0;
}

async function sendUnsent(): Promise<void> {
  const { deliver } = await import("./outbox/deliver");
  await deliver();
}
