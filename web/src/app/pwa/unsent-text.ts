/*
 * Tells whether the page has typed text that a reload might lose. Most forms keep drafts; this
 * works without their help, and so misses none.
 */
const typed = new Set<HTMLElement>();

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Starts to record the fields in which the user types. */
export function watchTyping(): void {
  document.addEventListener("input", ({ target }) => {
    if (isField(target)) typed.add(target);
  });
  document.addEventListener("submit", ({ target }) => {
    for (const field of typed) if ((target as HTMLElement).contains(field)) typed.delete(field);
  });
}

/** Checks whether typed text is still on the page and was not sent. */
export function hasUnsentText(): boolean {
  for (const field of typed) {
    if (!field.isConnected) typed.delete(field);
    else if ((field as Field).value !== "") return true;
  }
  return false;
}

function isField(target: EventTarget | null): target is Field {
  if (target instanceof HTMLTextAreaElement) return true;
  // A search text is also in the URL.
  return target instanceof HTMLInputElement && target.type !== "search";
}
