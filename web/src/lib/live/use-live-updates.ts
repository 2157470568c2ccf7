import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { whenIdle } from "@/lib/when-idle";

/** Follows the events of `member` while the component is mounted, once the page is idle. */
export function useLiveUpdates(member: string | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!member) return;
    let stop: (() => void) | undefined;
    let gone = false;
    const begin = async () => {
      const { startLive } = await import("./start");
      if (!gone) stop = startLive(queryClient);
    };
    const cancel = whenIdle(() => {
      // Without it the page polls.
      begin().catch(() => undefined);
    });
    return () => {
      gone = true;
      cancel();
      stop?.();
    };
  }, [member, queryClient]);
}
