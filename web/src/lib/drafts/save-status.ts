import { useRef, useState } from "react";

/** How far the saving of a draft on this device is. */
export type SaveStatus = "idle" | "saving" | "saved" | "failed";

/** Tells how the saving of a draft goes. Give `track` every attempt; the status is that of the latest one. */
export function useSaveStatus(): {
  saveStatus: SaveStatus;
  track: (attempt: Promise<boolean>) => void;
} {
  const [saveStatus, setSaveStatus] = useState<SaveStatus>("idle");
  const latest = useRef(0);
  const track = (attempt: Promise<boolean>) => {
    latest.current += 1;
    const turn = latest.current;
    setSaveStatus("saving");
    attempt.then((saved) => {
      if (turn === latest.current) setSaveStatus(saved ? "saved" : "failed");
    });
  };
  return { saveStatus, track };
}
