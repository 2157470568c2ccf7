/** The first error of a form. */
export interface FirstError {
  /** Element to focus. */
  control: HTMLElement;
  /** Element to scroll into view. */
  frame: HTMLElement;
  /** Whether the error is one of the form as a whole. */
  whole: boolean;
  /** Text of the error. */
  text: string;
  /** Text to repeat beside the button; undefined if no other field stands between the two. */
  sentence: string | undefined;
}

const FIELDS = "input:not([type=hidden],[hidden]),select,textarea";

/**
 * Returns the first error of a form, or null. Wrong controls are marked by `aria-invalid`, groups
 * by `data-invalid`; without either, the error of the form as a whole counts.
 */
export function findFirstError(form: HTMLElement): FirstError | null {
  const frame = form.querySelector<HTMLElement>('[aria-invalid="true"],[data-invalid]');
  if (!frame) {
    const whole = form.querySelector<HTMLElement>("[data-form-error]");
    if (!whole) return null;
    return { control: whole, frame: whole, whole: true, text: textOf(whole), sentence: undefined };
  }
  const text = errorOf(frame);
  const more = [...form.querySelectorAll(`:is(${FIELDS}):not([type=radio],[type=checkbox])`)].some(
    (field) => !frame.contains(field) && follows(frame, field),
  );
  const sentence = more ? text : undefined;
  return { control: controlOf(frame), frame, whole: false, text, sentence };
}

/** Returns the errors shown beside the fields of a form. */
export function fieldErrors(form: HTMLElement): string[] {
  return [...form.querySelectorAll("[data-field-error]")].map(textOf);
}

function follows(one: Element, other: Element): boolean {
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

/** Returns the control itself; of a group, the checked control or the first enabled one. */
function controlOf(frame: HTMLElement): HTMLElement {
  if (!frame.hasAttribute("data-invalid")) return frame;
  const within = (selector: string) => frame.querySelector<HTMLElement>(selector);
  const first = within(`:is(${FIELDS}):enabled`) ?? within("button:enabled");
  return within("input:checked") ?? first ?? frame;
}

/** Returns the text of the `FieldError` that describes a field or a part of it. */
function errorOf(frame: HTMLElement): string {
  const described = frame.matches("[aria-describedby]")
    ? frame
    : frame.querySelector("[aria-describedby]");
  const ids = described?.getAttribute("aria-describedby")?.split(" ") ?? [];
  const errors = ids.map((id) => document.getElementById(id));
  return textOf(errors.find((element) => element?.hasAttribute("data-field-error")));
}

function textOf(element: Element | null | undefined): string {
  return element?.textContent?.trim() ?? "";
}
