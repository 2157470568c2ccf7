import { useEffect, useState } from "react";
import { useKeeping } from "@/lib/keeping";
import { keepFiles, keptFiles } from "@/lib/kept-files";
import { randomKey } from "@/lib/random-key";
import { type Draft, emptyDraft, forgetDraft, loadDraft, saveDraft } from "./draft";

/** The skill being added: everything is kept at once, so that leaving and coming back loses nothing. */
export function useDraft() {
  const [draft, setDraft] = useState(loadDraft);
  const [files, setFiles] = useState<File[]>([]);
  const { keeping, follow } = useKeeping();
  const [keptUnder] = useState(draft.images);
  useEffect(() => {
    if (!keptUnder) return;
    let current = true;
    keptFiles(keptUnder).then((kept) => {
      if (current) setFiles(kept);
    });
    return () => {
      current = false;
    };
  }, [keptUnder]);

  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    saveDraft(next);
    setDraft(next);
  };
  return {
    draft,
    files,
    /** Whether the chosen images would survive a reload. */
    keeping,
    change,
    changeFiles: (next: File[]) => {
      const images = draft.images || randomKey();
      if (images !== draft.images) change({ images });
      follow(keepFiles(images, next));
      setFiles(next);
    },
    forget: () => {
      if (draft.images) keepFiles(draft.images, []);
      forgetDraft();
      setDraft(emptyDraft);
      setFiles([]);
    },
  };
}
