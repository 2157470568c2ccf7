import { NumberField } from "@base-ui/react/number-field";
import { Minus, Plus } from "lucide-react";
import { useId } from "react";
import { IconButton } from "../button";

interface NumberStepperProps {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
  /** Format of the value, such as '2 hours'. */
  format: Intl.NumberFormatOptions;
}

/** Field for a small whole number, with a button on either side. */
export function NumberStepper({ label, value, min, max, onChange, format }: NumberStepperProps) {
  const id = useId();
  const ring = "ring-[1.5px] ring-inset ring-edge disabled:opacity-45";
  return (
    <NumberField.Root
      locale="en-GB"
      format={format}
      value={value}
      min={min}
      max={max}
      onValueChange={(next) => next !== null && onChange(Math.round(next))}
      className="grid gap-1.5"
    >
      <span id={id} className="font-semibold">
        {label}
      </span>
      <NumberField.Group aria-labelledby={id} className="flex items-center gap-3">
        <NumberField.Decrement
          aria-label="Less"
          // The Tab key reaches the buttons too.
          tabIndex={0}
          render={<IconButton label="Less" className={ring} />}
        >
          <Minus aria-hidden="true" className="size-5" />
        </NumberField.Decrement>
        <NumberField.Input
          aria-labelledby={id}
          className="num min-h-11 w-20 bg-transparent text-center font-semibold"
        />
        <NumberField.Increment
          aria-label="More"
          tabIndex={0}
          render={<IconButton label="More" className={ring} />}
        >
          <Plus aria-hidden="true" className="size-5" />
        </NumberField.Increment>
      </NumberField.Group>
    </NumberField.Root>
  );
}
