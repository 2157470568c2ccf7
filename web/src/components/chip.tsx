import type { ComponentProps, ReactNode } from "react";
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

const toneClasses = {
  neutral: "bg-sunk text-ink-2",
  leaf: "bg-leaf-soft text-leaf",
  spark: "bg-spark-soft text-spark-deep",
  danger: "bg-danger-soft text-danger",
  plum: "bg-plum-soft text-plum",
};

/** A short state in words, such as 'Accepted'. */
export function Badge({
  tone = "neutral",
  children,
}: {
  tone?: keyof typeof toneClasses;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1.5 rounded-full px-3 py-1 text-small font-semibold whitespace-nowrap",
        toneClasses[tone],
      )}
    >
      {children}
    </span>
  );
}

/** Badge with a number; empty at zero. It is decorative: give the count in words too. */
export function CountBadge({ count, className }: { count: number; className?: string }) {
  if (count === 0) return null;
  return (
    <span
      aria-hidden="true"
      className={cx(
        "num grid h-[18px] min-w-[18px] place-items-center rounded-full bg-danger px-1 text-tiny leading-none font-bold text-card",
        className,
      )}
    >
      {count > 99 ? "99+" : count}
    </span>
  );
}
