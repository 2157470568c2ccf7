import { useEffect, useState } from "react";
import { useAppForm } from "@/lib/form";
import { changeDraft, changeFile, loadDraft, loadFile } from "./draft";
import { type RequestValues, requestSchema } from "./schema";

/** The request's form; every change is kept at once, so that leaving and coming back loses nothing. */
export function useDraftForm(draft: string) {
  const [initial] = useState(() => loadDraft(draft));
  const { keys: _, ...values } = initial;
  const form = useAppForm<RequestValues>(requestSchema, values);
  const [file, setFile] = useState(() => loadFile(draft));
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
    setFile: (next: File | null) => {
      changeFile(draft, next);
      setFile(next);
    },
  };
}
