import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { whenIdle } from "@/lib/when-idle";

/** Follows what happens to `member` for as long as the component is there, once the page stands. */
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
      // A page without it asks by itself now and then.
      begin().catch(() => undefined);
    });
    return () => {
      gone = true;
      cancel();
      stop?.();
    };
  }, [member, queryClient]);
}
