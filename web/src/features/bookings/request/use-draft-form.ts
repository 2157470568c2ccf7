import { useEffect, useState } from "react";
import { useAppForm } from "@/lib/form";
import { useKeeping } from "@/lib/keeping";
import { changeDraft, changePicture, loadDraft, loadPicture } from "./draft";
import { type RequestValues, requestSchema } from "./schema";

/** The request's form; every change is kept at once, so that leaving and coming back loses nothing. */
export function useDraftForm(draft: string) {
  const [initial] = useState(() => loadDraft(draft));
  const { keys: _keys, picture: _picture, ...values } = initial;
  const form = useAppForm<RequestValues>(requestSchema, values);
  const [file, setFile] = useState<File | null>(null);
  const { keeping, follow } = useKeeping();
  useEffect(() => {
    let current = true;
    loadPicture(draft).then((kept) => {
      if (current && kept) setFile(kept);
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
    /** Whether the picture would survive a reload. */
    keeping,
    setFile: (next: File | null) => {
      follow(changePicture(draft, next));
      setFile(next);
    },
  };
}
