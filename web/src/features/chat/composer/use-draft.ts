import { useEffect, useState } from "react";
import { draftText, loadFiles, saveFiles } from "@/lib/drafts";
import { ownKey } from "@/lib/session";

/** What is being written to one person: its words and its picture, kept over a reload. */
export function useDraft(otherId: string) {
  const name = ownKey(`chat.draft.${otherId}`);
  const [text, setText] = useState(() => draftText(name).load());
  const [picture, setPicture] = useState<File>();

  useEffect(() => {
    let left = false;
    loadFiles(name).then(([saved]) => {
      if (!left && saved) setPicture((chosen) => chosen ?? saved);
    });
    return () => {
      left = true;
    };
  }, [name]);

  return {
    text,
    write: (next: string) => {
      setText(next);
      if (next) draftText(name).save(next);
      else draftText(name).remove();
    },
    picture,
    attach: (next: File | undefined) => {
      setPicture(next);
      saveFiles(name, next ? [next] : []);
    },
  };
}
