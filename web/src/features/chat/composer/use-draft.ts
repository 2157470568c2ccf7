import { useEffect, useState } from "react";
import { draftText, loadFiles, saveFiles } from "@/lib/drafts";
import { ownKey } from "@/lib/session";

const nameOf = (otherId: string) => ownKey(`chat.draft.${otherId}`);

/** Returns the text of an unsent message to one person. */
export function draftTo(otherId: string): string {
  return draftText(nameOf(otherId)).load().trim();
}

/** Manages the message to one person: its text and picture, kept over a reload. */
export function useDraft(otherId: string) {
  const name = nameOf(otherId);
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
