import { useRef, useState } from "react";

/** State of saving a draft on this device. */
export type SaveStatus = "idle" | "saving" | "saved" | "failed";

/** Tracks the saving of a draft. Pass every attempt to `track`; the latest one counts. */
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
