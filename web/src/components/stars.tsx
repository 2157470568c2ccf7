import { cx } from "@/lib/cx";

interface StarsProps {
  /** Mean rating, 1 to 5; absent before the first review. */
  rating?: number | null | undefined;
  /** Number of reviews. */
  count?: number;
  className?: string;
}

/** A rating as a star, its number and the number of reviews; 'New' without one. */
export function Stars({ rating, count, className }: StarsProps) {
  if (rating === null || rating === undefined) {
    return <span className={cx("text-small font-semibold text-ink-2", className)}>New</span>;
  }
  return (
    <span
      className={cx(
        "num inline-flex items-center gap-1 font-bold whitespace-nowrap text-spark-deep",
        className,
      )}
    >
      <span aria-hidden="true">★</span>
      <span className="sr-only">Rated</span>
      {rating.toFixed(1)}
      {count !== undefined && (
        <span className="text-small font-medium text-ink-2">
          ({count}
          <span className="sr-only">{count === 1 ? " review" : " reviews"}</span>)
        </span>
      )}
    </span>
  );
}
