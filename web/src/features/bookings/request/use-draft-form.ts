import { useEffect, useState } from "react";
import { type DraftEntry, useSaveStatus } from "@/lib/drafts";
import { useAppForm } from "@/lib/form";
import { changeDraft, changePicture, type Draft, loadPicture } from "./draft";
import { requestSchema } from "./request-schema";
import type { RequestValues } from "./schema";

/** The request's form; every change is saved at once, so that a reload loses nothing. */
export function useDraftForm(draft: DraftEntry<Draft>) {
  const [initial] = useState(draft.load);
  const { keys: _keys, picture: _picture, ...values } = initial;
  const form = useAppForm<RequestValues>(requestSchema, values);
  const [file, setFile] = useState<File | null>(null);
  const { saveStatus, track } = useSaveStatus();
  useEffect(() => {
    let current = true;
    loadPicture(draft).then((saved) => {
      if (current && saved) setFile(saved);
    });
    return () => {
      current = false;
    };
  }, [draft]);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => changeDraft(draft, values),
      }),
    [draft, form.subscribe],
  );
  return {
    form,
    file,
    /** Tells whether the picture would survive a reload. */
    saveStatus,
    setFile: (next: File | null) => {
      track(changePicture(draft, next));
      setFile(next);
    },
  };
}
