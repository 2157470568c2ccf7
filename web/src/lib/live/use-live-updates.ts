import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useModule } from "@/lib/site";
import { whenIdle } from "@/lib/when-idle";

/**
 * Follows the events of `member` while the component is mounted, once the page is idle. Without the
 * module for notifications there is nothing to follow.
 */
export function useLiveUpdates(member: string | undefined): void {
  const queryClient = useQueryClient();
  const isOn = useModule("notifications") ?? false;
  useEffect(() => {
    if (!member || !isOn) return;
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
  }, [member, isOn, queryClient]);
}
