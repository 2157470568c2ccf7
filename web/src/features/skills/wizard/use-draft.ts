import { useEffect, useRef, useState } from "react";
import { loadFiles, saveFiles, useSaveStatus } from "@/lib/drafts";
import { randomKey } from "@/lib/random-key";
import { useSession } from "@/lib/session";
import { type Draft, skillDraft } from "./draft";

/** The skill being added: everything is saved at once, so that leaving and coming back loses nothing. */
export function useDraft() {
  const owner = useSession()?.claims.id ?? "";
  // Its owner's for as long as it is on screen, even when their session ends meanwhile.
  const [entry] = useState(() => skillDraft(owner));
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
    /** Whether the chosen images would survive a reload. */
    saveStatus,
    change,
    changeFiles: (next: File[]) => {
      const images = draft.images || randomKey();
      if (images !== draft.images) change({ images });
      if (!removed.current) track(saveFiles(images, next));
      setFiles(next);
    },
    /** Once it is added. What is on screen stays until the next screen comes, and is not saved again. */
    remove: () => {
      removed.current = true;
      const { images } = entry.load();
      if (images) saveFiles(images, []);
      entry.remove();
    },
  };
}
