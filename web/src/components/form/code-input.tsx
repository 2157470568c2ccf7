import { OTPField } from "@base-ui/react/otp-field";
import { type ComponentProps, useEffect, useRef } from "react";

export const CODE_LENGTH = 4;

interface CodeInputProps {
  /** The digits typed so far. */
  value: string;
  onChange: (value: string) => void;
  /** Id of the message about a wrong code. */
  errorId?: string | undefined;
  /** Whether the first box is focused on mount. */
  focused?: boolean;
}

const BOXES = Array.from(
  { length: CODE_LENGTH },
  (_, index) => `Digit ${index + 1} of ${CODE_LENGTH}`,
);

/**
 * Makes Backspace clear its box, and only move back in an empty one. Base UI does both at once, so
 * that the digit before a wrong one would be lost.
 */
const backspace: ComponentProps<typeof OTPField.Input>["onKeyDown"] = (event) => {
  if (event.key !== "Backspace") return;
  event.preventBaseUIHandler();
  if (event.currentTarget.value !== "") return;
  event.preventDefault();
  const previous = event.currentTarget.previousElementSibling;
  if (previous instanceof HTMLInputElement) previous.focus();
};

/**
 * Four boxes for the four digits of a code. Typing moves forward, Backspace moves back, and a
 * pasted or autofilled code spreads over all boxes. The fourth digit submits the form.
 */
export function CodeInput({ value, onChange, errorId, focused }: CodeInputProps) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) first.current?.focus();
  }, [focused]);
  return (
    <OTPField.Root
      length={CODE_LENGTH}
      value={value}
      onValueChange={onChange}
      autoSubmit
      render={<fieldset />}
    >
      <legend className="mb-1.5 font-semibold">Your code</legend>
      <div className="flex gap-3">
        {BOXES.map((label, index) => (
          <OTPField.Input
            key={label}
            // Base UI names the first box after the whole field, unless the box itself has a name.
            ref={index === 0 ? first : undefined}
            render={<input aria-label={label} />}
            onKeyDown={backspace}
            aria-invalid={errorId ? true : undefined}
            aria-describedby={errorId}
            className="num h-16 w-14 min-w-0 rounded-m border-[1.5px] border-edge bg-card text-center font-display text-display font-bold aria-invalid:border-danger"
          />
        ))}
      </div>
    </OTPField.Root>
  );
}
