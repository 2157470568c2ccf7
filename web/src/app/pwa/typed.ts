/*
 * Whether something is typed into the page that a reload might lose. Most forms keep drafts; this
 * asks none of them, and so forgets none.
 */
const typed = new Set<HTMLElement>();

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Remembers from now on where somebody types. */
export function watchTyping(): void {
  document.addEventListener("input", ({ target }) => {
    if (isField(target)) typed.add(target);
  });
  document.addEventListener("submit", ({ target }) => {
    for (const field of typed) if ((target as HTMLElement).contains(field)) typed.delete(field);
  });
}

/** Whether what was typed is still on the page and was not sent. */
export function hasTyped(): boolean {
  for (const field of typed) {
    if (!field.isConnected) typed.delete(field);
    else if ((field as Field).value !== "") return true;
  }
  return false;
}

function isField(target: EventTarget | null): target is Field {
  if (target instanceof HTMLTextAreaElement) return true;
  // What is looked for is in the address, and nobody minds it.
  return target instanceof HTMLInputElement && target.type !== "search";
}
