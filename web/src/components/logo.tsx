import { Link } from "react-router";
import { cx } from "@/lib/cx";
import { useSiteName } from "@/lib/site";

/** The site's name beside the house with the spark, as a link. */
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
      <img src="/art/logo.svg" alt="" width={32} height={32} />
      <span className="truncate">{name}</span>
    </Link>
  );
}
