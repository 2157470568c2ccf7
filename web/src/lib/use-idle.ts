import { useEffect, useState } from "react";

/** Wait in browsers without idle callbacks. */
const SETTLED_MS = 2_000;

/** Returns whether the screen has rendered and the browser has been idle since. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    let here = true;
    const done = () => here && setIdle(true);
    if ("requestIdleCallback" in window) requestIdleCallback(done, { timeout: SETTLED_MS });
    else setTimeout(done, SETTLED_MS);
    return () => {
      here = false;
    };
  }, []);
  return idle;
}
