import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { useSaveStatus } from "@/lib/drafts";
import { useAppForm } from "@/lib/form";
import type { DisputeDraft } from "./draft";

const schema = z.object({
  message: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Say what went wrong"),
      z.maxLength(2000, "Please keep it to 2000 characters"),
    ),
});

/** Form of a dispute; every change is saved at once, so that a reload loses nothing. */
export function useDisputeForm(draft: DisputeDraft) {
  const [message] = useState(draft.load);
  const form = useAppForm(schema, { message });
  const [file, setFile] = useState<File | null>(null);
  const { saveStatus, track } = useSaveStatus();
  useEffect(() => {
    let current = true;
    draft.loadFile().then((saved) => {
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
        callback: ({ values }) => draft.save(values.message),
      }),
    [draft, form.subscribe],
  );
  return {
    form,
    file,
    /** Tells whether the file would survive a reload. */
    saveStatus,
    setFile: (next: File | null) => {
      track(draft.saveFile(next));
      setFile(next);
    },
  };
}
