import { useRef, useState } from "react";

/** How far the keeping of something on this device is. */
export type Keeping = "nothing" | "saving" | "saved" | "failed";

/**
 * Follows what is being kept on this device. Give `follow` every attempt; the state is
 * that of the latest one.
 */
export function useKeeping(): { keeping: Keeping; follow: (attempt: Promise<boolean>) => void } {
  const [keeping, setKeeping] = useState<Keeping>("nothing");
  const latest = useRef(0);
  const follow = (attempt: Promise<boolean>) => {
    latest.current += 1;
    const turn = latest.current;
    setKeeping("saving");
    attempt.then((kept) => {
      if (turn === latest.current) setKeeping(kept ? "saved" : "failed");
    });
  };
  return { keeping, follow };
}
