import { Minus, Plus } from "lucide-react";
import { useId } from "react";
import { IconButton } from "../button";

interface NumberStepperProps {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
  /** The value in words, such as '2 hours'. */
  words: (value: number) => string;
}

/** A small whole number with a button to either side. */
export function NumberStepper({ label, value, min, max, onChange, words }: NumberStepperProps) {
  const id = useId();
  const look = "ring-[1.5px] ring-inset ring-edge disabled:opacity-45";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in this grid
    <div role="group" aria-labelledby={id} className="grid gap-1.5">
      <span id={id} className="font-semibold">
        {label}
      </span>
      <div className="flex items-center gap-3">
        <IconButton
          label="Less"
          className={look}
          disabled={value <= min}
          onClick={() => onChange(Math.max(min, value - 1))}
        >
          <Minus aria-hidden="true" className="size-5" />
        </IconButton>
        <output className="num min-w-20 text-center font-semibold">{words(value)}</output>
        <IconButton
          label="More"
          className={look}
          disabled={value >= max}
          onClick={() => onChange(Math.min(max, value + 1))}
        >
          <Plus aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
    </div>
  );
}
