import type { ZodMiniType } from "zod/mini";

/** A draft kept in this tab, so that a reload loses nothing. */
export interface DraftEntry<Value> {
  /** Returns the last saved value; the empty value without a usable one. */
  load: () => Value;
  save: (value: Value) => void;
  /** Returns the part of a larger value that belongs to this draft. */
  known: (value: unknown) => Value;
  remove: () => void;
}

/**
 * Returns the entry of a draft in the tab's storage. Stored values are validated: an older version
 * of the site, or another site, may have written them.
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

/** Returns the entry of a plain text, which needs no validation. */
export function draftText(name: string): Omit<DraftEntry<string>, "known"> {
  return {
    load: () => sessionStorage.getItem(name) ?? "",
    save: (text) => sessionStorage.setItem(name, text),
    remove: () => sessionStorage.removeItem(name),
  };
}

/**
 * Removes a member's drafts from this tab after their session has ended, here or elsewhere. A
 * member's drafts have the id in their name, after a colon; a visitor's sign-up has none.
 */
export function forgetDrafts(): void {
  for (const name of Object.keys(sessionStorage)) {
    if (name.includes(":")) sessionStorage.removeItem(name);
  }
}

function stored(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null");
  } catch {
    return undefined;
  }
}
