import { Link } from "react-router";
import { cx } from "@/lib/cx";
import { useSiteName } from "@/lib/site";
import { SparkSign } from "./price";

/** The site's name with the spark, as a link. */
export function Logo({ to, className }: { to: string; className?: string }) {
  const name = useSiteName();
  return (
    <Link
      to={to}
      className={cx(
        "inline-flex min-h-11 min-w-0 items-center gap-2 font-display text-title font-bold tracking-tight",
        className,
      )}
    >
      <SparkSign className="size-5" />
      <span className="truncate">{name}</span>
    </Link>
  );
}
