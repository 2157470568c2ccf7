import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { type FirstError, fieldErrors, findFirstError } from "./first-error";

interface FormState {
  /** Error of the first wrong field, after the first attempt to submit. */
  fieldError: string | undefined;
  /** The first field's error, unless that field stands just above the button. */
  sentence: string | undefined;
  /** Error of a field that is not on the screen. */
  hiddenFieldError: string | undefined;
  /** Takes the server's errors for fields. */
  report: (errors: readonly string[]) => void;
}

const State = createContext<FormState>({
  fieldError: undefined,
  sentence: undefined,
  hiddenFieldError: undefined,
  report: () => undefined,
});

/** Returns the state of the surrounding form, for the message beside its button. */
export function useFormState(): FormState {
  return useContext(State);
}

/**
 * The form element used by every form of the site. After a failed submit it focuses and scrolls to
 * the first wrong field, whether the browser or the server found it wrong; without one, the
 * `FormError`.
 */
export function Form({ children, onSubmit, ...rest }: Omit<ComponentProps<"form">, "ref">) {
  const form = useRef<HTMLFormElement>(null);
  const [fieldError, setFieldError] = useState<string>();
  const [sentence, setSentence] = useState<string>();
  const [hiddenFieldError, setHiddenFieldError] = useState<string>();
  const reported = useRef<readonly string[]>([]);
  const [tries, setTries] = useState(0);
  /** Whether nothing was done since the submit: the focus must not leave a user who types on. */
  const waiting = useRef(false);
  const shown = useRef<FirstError | null>(null);
  const goOn = () => {
    waiting.current = false;
  };
  // A press elsewhere on the page counts as well.
  useEffect(() => {
    const stop = () => {
      waiting.current = false;
    };
    document.addEventListener("pointerdown", stop, true);
    return () => document.removeEventListener("pointerdown", stop, true);
  }, []);

  // Errors are read from the rendered form, so after every render.
  useEffect(() => {
    if (!form.current || tries === 0) return;
    const wrong = findFirstError(form.current);
    setFieldError(wrong?.whole ? undefined : wrong?.text);
    setSentence(wrong?.sentence);
    const texts = fieldErrors(form.current);
    setHiddenFieldError(reported.current.find((error) => !texts.includes(error)));
    if (waiting.current && !isSame(wrong, shown.current)) {
      shown.current = wrong && show(wrong) ? wrong : null;
    }
  });
  const state = useMemo(
    () => ({
      fieldError,
      sentence,
      hiddenFieldError,
      report: (errors: readonly string[]) => {
        reported.current = errors;
      },
    }),
    [fieldError, sentence, hiddenFieldError],
  );

  return (
    <form
      {...rest}
      ref={form}
      noValidate
      onInput={goOn}
      onBlurCapture={(event) => {
        if (isLeftEmpty(event.target)) event.stopPropagation();
      }}
      onKeyDown={(event) => {
        goOn();
        if (event.key === "Enter") moveOn(event);
      }}
      onSubmit={(event) => {
        setTries(tries + 1);
        waiting.current = true;
        shown.current = null;
        onSubmit?.(event);
      }}
    >
      <State value={state}>{children}</State>
    </form>
  );
}

/**
 * Checks whether the field is empty and has no error. Leaving an empty field is no error before the
 * form is submitted: the message would move the button that is about to be pressed.
 */
function isLeftEmpty(target: EventTarget): boolean {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (!isField || target.role === "combobox" || target.value !== "") return false;
  return target.getAttribute("aria-invalid") !== "true";
}

/** Makes the Next key of a phone's keyboard focus the next text field, where a field offers it. */
function moveOn(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event;
  if (event.defaultPrevented || !(target instanceof HTMLInputElement)) return;
  if (target.getAttribute("enterkeyhint") !== "next") return;
  event.preventDefault();
  const typed = [...form.querySelectorAll<HTMLInputElement>("input[enterkeyhint]:enabled")];
  typed[typed.indexOf(target) + 1]?.focus();
}

function isSame(one: FirstError | null, other: FirstError | null): boolean {
  return one?.control === other?.control && one?.text === other?.text;
}

/** Focuses the control and scrolls it into view; returns false while it is disabled. */
function show({ control, frame }: FirstError): boolean {
  control.focus({ preventScroll: true });
  frame.scrollIntoView({ block: "center" });
  return document.activeElement === control;
}
