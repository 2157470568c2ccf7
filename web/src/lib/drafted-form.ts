import { useEffect, useRef, useState } from "react";
import type { DefaultValues, FieldValues, UseFormReturn } from "react-hook-form";
import type { ZodMiniType } from "zod/mini";
import type { DraftEntry } from "./drafts";
import { useAppForm } from "./form";

/**
 * Returns a form whose typed values survive a reload, as far as the draft's schema contains them
 * (never a password). Call `removeDraft` once the form is sent, or given up.
 */
export function useDraftedForm<Values extends FieldValues>(
  schema: ZodMiniType<Values, Values>,
  draft: DraftEntry<Partial<Values>>,
  /** Values of untouched fields. */
  usual: DefaultValues<Values>,
): { form: UseFormReturn<Values>; removeDraft: () => void } {
  const [entry] = useState(() => draft);
  const [initial] = useState(() => ({ ...usual, ...entry.load() }));
  const form = useAppForm<Values>(schema, initial);
  const shown = useRef(usual);
  shown.current = usual;
  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => entry.save(changesOf(entry.known(values), shown.current)),
      }),
    [entry, subscribe],
  );
  return { form, removeDraft: entry.remove };
}

/** Only differences are kept: other values may change before the form is opened again. */
function changesOf<Values>(known: Partial<Values>, usual: object): Partial<Values> {
  const before = usual as Record<string, unknown>;
  const changed = Object.entries(known).filter(([name, value]) => value !== before[name]);
  return Object.fromEntries(changed) as Partial<Values>;
}
