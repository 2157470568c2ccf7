import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

/** Of browsers that do not tell when they are idle. */
const AFTER_PAINT_MS = 500;

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

function whenIdle(task: () => void): () => void {
  if (window.requestIdleCallback) {
    const id = window.requestIdleCallback(task, { timeout: 2_000 });
    return () => window.cancelIdleCallback(id);
  }
  const timer = setTimeout(task, AFTER_PAINT_MS);
  return () => clearTimeout(timer);
}
