import { cx } from "@/lib/cx";
import { formatMoney, formatSparks } from "@/lib/format";

/** The four-pointed sign of spark tokens; decorative, so say 'sparks' beside it. */
export function SparkSign({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={cx("inline-block size-4 shrink-0 text-spark", className)}
      fill="currentColor"
    >
      <path d="M12 0l2.9 8.6L24 12l-9.1 3.4L12 24l-2.9-8.6L0 12l9.1-3.4z" />
    </svg>
  );
}

interface SparksProps {
  amount: number;
  /** Shows the word 'sparks', where there is space. */
  spelled?: boolean;
  className?: string;
}

/** A number of sparks with their sign; always read out as '10 sparks'. */
export function Sparks({ amount, spelled, className }: SparksProps) {
  const text = formatSparks(amount);
  return (
    <span className={cx("num inline-flex items-center gap-1 font-bold text-spark-deep", className)}>
      <SparkSign className="size-3.5" />
      {text}
      <span className={spelled ? undefined : "sr-only"}> {text === "1" ? "spark" : "sparks"}</span>
    </span>
  );
}

interface PriceProps {
  /** Pounds; absent where the community has no cash prices. */
  pounds?: number | null | undefined;
  sparks?: number | null | undefined;
  /** Unit in small type after the price, such as 'an hour'. */
  per?: string;
  className?: string;
}

/** The price of a skill, in pounds and in sparks side by side; 'Free' if both are zero. */
export function Price({ pounds, sparks, per, className }: PriceProps) {
  const hasPounds = pounds !== null && pounds !== undefined;
  const hasSparks = sparks !== null && sparks !== undefined;
  const free = (pounds ?? 0) === 0 && (sparks ?? 0) === 0;
  return (
    <span className={cx("num inline-flex flex-wrap items-center gap-x-2 font-bold", className)}>
      {free ? (
        <span className="text-leaf">Free</span>
      ) : (
        <>
          {hasPounds && <span>{formatMoney(pounds)}</span>}
          {hasPounds && hasSparks && <span className="text-small font-medium text-ink-2">or</span>}
          {hasSparks && <Sparks amount={sparks} />}
          {per && <span className="text-small font-medium text-ink-2">{per}</span>}
        </>
      )}
    </span>
  );
}
