import { useEffect, useState } from "react";

/** Where the browser does not tell when it has nothing to do, it is given this long. */
const SETTLED_MS = 2_000;

/** Whether the screen has been drawn and the browser has had nothing to do since. */
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
