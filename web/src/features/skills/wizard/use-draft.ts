import { useEffect, useRef, useState } from "react";
import { useKeeping } from "@/lib/keeping";
import { keepFiles, keptFiles } from "@/lib/kept-files";
import { randomKey } from "@/lib/random-key";
import { useSession } from "@/lib/session";
import { type Draft, draftName, forgetDraft, loadDraft, saveDraft } from "./draft";

/** The skill being added: everything is kept at once, so that leaving and coming back loses nothing. */
export function useDraft() {
  const owner = useSession()?.claims.id ?? "";
  // Its owner's for as long as it is on screen, even when their session ends meanwhile.
  const [name] = useState(() => draftName(owner));
  const [draft, setDraft] = useState(() => loadDraft(name));
  const [files, setFiles] = useState<File[]>([]);
  const { keeping, follow } = useKeeping();
  const [keptUnder] = useState(draft.images);
  const forgotten = useRef(false);
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
    if (!forgotten.current) saveDraft(name, next);
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
      if (!forgotten.current) follow(keepFiles(images, next));
      setFiles(next);
    },
    /** Once it is added. What is on screen stays until the next screen comes, and is not kept again. */
    forget: () => {
      forgotten.current = true;
      const { images } = loadDraft(name);
      if (images) keepFiles(images, []);
      forgetDraft(name);
    },
  };
}
