import { OTPField } from "@base-ui/react/otp-field";
import type { ComponentProps } from "react";

export const CODE_LENGTH = 4;

interface CodeInputProps {
  /** What has been typed so far. */
  value: string;
  onChange: (value: string) => void;
  /** The id of the message about a wrong code. */
  errorId?: string | undefined;
}

const BOXES = Array.from(
  { length: CODE_LENGTH },
  (_, index) => `Digit ${index + 1} of ${CODE_LENGTH}`,
);

/**
 * Backspace empties the box it is pressed in, and in an empty one only moves back, where Base UI
 * does both at once: the digit before a wrong one would be typed over.
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
 * Four boxes for the four digits of a code. Typing moves forward, Backspace moves back, and
 * a pasted or automatically filled code spreads over all of them.
 */
export function CodeInput({ value, onChange, errorId }: CodeInputProps) {
  return (
    <OTPField.Root
      length={CODE_LENGTH}
      value={value}
      onValueChange={onChange}
      render={<fieldset />}
    >
      <legend className="mb-1.5 font-semibold">Your code</legend>
      <div className="flex gap-3">
        {BOXES.map((label) => (
          <OTPField.Input
            key={label}
            // Base UI names the first box after the whole field, unless the box itself has a name.
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
