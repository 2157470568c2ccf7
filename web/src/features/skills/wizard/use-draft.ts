import { useState } from "react";
import { useSession } from "@/lib/session";
import { type Draft, emptyDraft, forgetDraft, loadDraft, saveDraft } from "./draft";

/** Images cannot be kept in the tab's storage; they stay while the page does, for their owner. */
let images: { owner: string | undefined; files: File[] } = { owner: undefined, files: [] };

/** The skill being added: everything is kept at once, so that leaving and coming back loses nothing. */
export function useDraft() {
  const owner = useSession()?.claims.id;
  const [draft, setDraft] = useState(loadDraft);
  const [files, setFiles] = useState<File[]>(() => (images.owner === owner ? images.files : []));
  return {
    draft,
    files,
    change: (part: Partial<Draft>) => {
      const next = { ...draft, ...part };
      saveDraft(next);
      setDraft(next);
    },
    changeFiles: (next: File[]) => {
      images = { owner, files: next };
      setFiles(next);
    },
    forget: () => {
      forgetDraft();
      images = { owner: undefined, files: [] };
      setDraft(emptyDraft);
      setFiles([]);
    },
  };
}
