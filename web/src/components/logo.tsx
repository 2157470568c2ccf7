import { Link } from "react-router";
import { cx } from "@/lib/cx";
import { useSiteName } from "@/lib/site";

/** Length from which a name is set smaller, and may wrap. */
const LONG_NAME = 12;

interface LogoProps {
  to: string;
  className?: string;
  /** Classes for the name alone, for example to show only the picture. */
  nameClassName?: string;
}

/** The site's name beside the house with the spark, as a link. */
export function Logo({ to, className, nameClassName }: LogoProps) {
  const name = useSiteName();
  const long = name.length > LONG_NAME;
  return (
    <Link
      to={to}
      className={cx(
        "inline-flex min-h-11 min-w-0 items-center gap-2 font-display text-title font-bold tracking-tight",
        className,
      )}
    >
      <img src="/art/logo.svg" alt="" width={32} height={32} className="shrink-0" />
      <span
        className={cx(
          "leading-tight wrap-anywhere",
          long && "text-small text-balance sm:text-body",
          nameClassName,
        )}
      >
        {name}
      </span>
    </Link>
  );
}
