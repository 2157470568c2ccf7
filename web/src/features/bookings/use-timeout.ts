import { useEffect, useRef } from "react";

/** Calls `action` after `delayMs`; never while that is null. */
export function useTimeout(delayMs: number | null, action: () => void): void {
  const latest = useRef(action);
  latest.current = action;
  useEffect(() => {
    if (delayMs === null) return;
    const timer = setTimeout(() => latest.current(), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
}
