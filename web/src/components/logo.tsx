import { Link } from "react-router";
import { cx } from "@/lib/cx";
import { useSiteName } from "@/lib/site";

interface LogoProps {
  to: string;
  className?: string;
  /** For the name alone, such as to show the picture only. */
  nameClassName?: string;
}

/** The site's name beside the house with the spark, as a link. */
export function Logo({ to, className, nameClassName }: LogoProps) {
  const name = useSiteName();
  return (
    <Link
      to={to}
      className={cx(
        "inline-flex min-h-11 min-w-0 items-center gap-2 font-display text-title font-bold tracking-tight",
        className,
      )}
    >
      <img src="/art/logo.svg" alt="" width={32} height={32} className="shrink-0" />
      <span className={cx("truncate", nameClassName)}>{name}</span>
    </Link>
  );
}
