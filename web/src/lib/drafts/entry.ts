import type { ZodMiniType } from "zod/mini";

/** Something unfinished that this tab keeps, so that a reload loses nothing. */
export interface DraftEntry<Value> {
  /** What was saved last; the empty value when there is nothing, or nothing usable. */
  load: () => Value;
  save: (value: Value) => void;
  /** Of something larger, what belongs into this draft. */
  known: (value: unknown) => Value;
  remove: () => void;
}

/**
 * The place of one draft in the tab's storage. What is found there is checked: the storage
 * may be from an older version of this site, or not from this site at all.
 */
export function draftEntry<Value>(
  name: string,
  schema: ZodMiniType<Value>,
  empty: Value,
): DraftEntry<Value> {
  const known = (value: unknown) => {
    const checked = schema.safeParse(value);
    return checked.success ? checked.data : empty;
  };
  return {
    known,
    load: () => known(stored(name)),
    save: (value) => sessionStorage.setItem(name, JSON.stringify(value)),
    remove: () => sessionStorage.removeItem(name),
  };
}

/** The same for mere text, any of which will do. */
export function draftText(name: string): Omit<DraftEntry<string>, "known"> {
  return {
    load: () => sessionStorage.getItem(name) ?? "",
    save: (text) => sessionStorage.setItem(name, text),
    remove: () => sessionStorage.removeItem(name),
  };
}

function stored(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null");
  } catch {
    return undefined;
  }
}
