import { type ChangeEvent, type KeyboardEvent, useRef } from "react";

export const CODE_LENGTH = 4;

interface CodeInputProps {
  /** One entry per box; an empty string where nothing has been typed. */
  digits: string[];
  onChange: (digits: string[]) => void;
  /** The id of the message about a wrong code. */
  errorId?: string | undefined;
}

/**
 * Four boxes for the four digits of a code. Typing moves forward, Backspace in an empty
 * box moves back, and a pasted or automatically filled code spreads over all of them.
 */
export function CodeInput({ digits, onChange, errorId }: CodeInputProps) {
  const boxes = useRef<(HTMLInputElement | null)[]>([]);

  function change(index: number, event: ChangeEvent<HTMLInputElement>) {
    const typed = event.target.value.replace(/\D/g, "");
    if (typed === "" && event.target.value !== "") return;
    const whole = typed.length >= CODE_LENGTH;
    const start = whole ? 0 : index;
    const next = digits.map((digit, at) => typed[at - start] ?? (at === index ? "" : digit));
    onChange(next);
    if (typed) focus(Math.min(start + typed.length, CODE_LENGTH - 1));
  }

  function move(index: number, event: KeyboardEvent<HTMLInputElement>) {
    const back = event.key === "ArrowLeft" || (event.key === "Backspace" && !digits[index]);
    if (back && index > 0) {
      event.preventDefault();
      focus(index - 1);
    } else if (event.key === "ArrowRight" && index < CODE_LENGTH - 1) {
      event.preventDefault();
      focus(index + 1);
    }
  }

  function focus(index: number) {
    boxes.current[index]?.focus();
    boxes.current[index]?.select();
  }

  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">Your code</legend>
      <div className="flex gap-3">
        {digits.map((digit, index) => (
          <input
            // biome-ignore lint/suspicious/noArrayIndexKey: the boxes never move
            key={index}
            ref={(box) => {
              boxes.current[index] = box;
            }}
            value={digit}
            onChange={(event) => change(index, event)}
            onKeyDown={(event) => move(index, event)}
            onFocus={(event) => event.target.select()}
            inputMode="numeric"
            pattern="\d*"
            // The first box takes the whole code from the phone's suggestion.
            autoComplete={index === 0 ? "one-time-code" : "off"}
            aria-label={`Digit ${index + 1} of ${CODE_LENGTH}`}
            aria-invalid={errorId ? true : undefined}
            aria-describedby={errorId}
            className="num h-16 w-14 min-w-0 rounded-m border-[1.5px] border-edge bg-card text-center font-display text-display font-bold aria-invalid:border-danger"
          />
        ))}
      </div>
    </fieldset>
  );
}
