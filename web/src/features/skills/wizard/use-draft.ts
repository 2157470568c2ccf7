import { useEffect, useRef, useState } from "react";
import { loadFiles, saveFiles, useSaveStatus } from "@/lib/drafts";
import { randomKey } from "@/lib/random-key";
import { useSession } from "@/lib/session";
import { type Draft, type FilledSkill, skillDraft } from "./draft";

/** Manages the draft of a new skill; every change is saved at once. */
export function useDraft(filled?: FilledSkill) {
  const owner = useSession()?.claims.id ?? "";
  // The draft stays its owner's while on screen, even if their session ends.
  const [entry] = useState(() => skillDraft(owner, filled));
  const [draft, setDraft] = useState(entry.load);
  const [files, setFiles] = useState<File[]>([]);
  const { saveStatus, track } = useSaveStatus();
  const [savedUnder] = useState(draft.images);
  const removed = useRef(false);
  useEffect(() => {
    if (!savedUnder) return;
    let current = true;
    loadFiles(savedUnder).then((saved) => {
      if (current) setFiles(saved);
    });
    return () => {
      current = false;
    };
  }, [savedUnder]);

  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    if (!removed.current) entry.save(next);
    setDraft(next);
  };
  return {
    draft,
    files,
    /** Tells whether the chosen images would survive a reload. */
    saveStatus,
    change,
    changeFiles: (next: File[]) => {
      const images = draft.images || randomKey();
      if (images !== draft.images) change({ images });
      if (!removed.current) track(saveFiles(images, next));
      setFiles(next);
    },
    /** Removes the draft of an added skill; the values stay on screen, and are not saved again. */
    remove: () => {
      removed.current = true;
      const { images } = entry.load();
      if (images) saveFiles(images, []);
      entry.remove();
    },
  };
}
