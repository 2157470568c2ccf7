import type { ComponentProps } from "react";
import { cx } from "@/lib/cx";

interface ChipProps extends ComponentProps<"button"> {
  /** Whether this choice is on. */
  pressed: boolean;
}

/** A choice among several that can be on or off, such as a filter. */
export function Chip({ pressed, className, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      {...rest}
      className={cx(
        "inline-flex min-h-11 items-center gap-1.5 rounded-full px-3.5 text-small font-semibold whitespace-nowrap transition-colors",
        pressed ? "bg-ink text-paper" : "bg-card ring-[1.5px] ring-inset ring-line hover:bg-sunk",
        className,
      )}
    />
  );
}
