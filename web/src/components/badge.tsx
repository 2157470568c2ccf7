import type { ReactNode } from "react";
import { cx } from "@/lib/cx";

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
