import { CountBadge } from "@/components/badge";

interface NavCountProps {
  /** The entry's own hook; it must not change while this is shown. */
  useCount: () => number;
  /** Words after the number, for screen readers. */
  word?: string | undefined;
  className?: string;
}

/** Badge with the number of open items behind an entry; empty at zero. */
export function NavCount({ useCount, word = "to answer", className }: NavCountProps) {
  const count = useCount();
  if (count === 0) return null;
  return (
    <>
      <CountBadge count={count} className={className} />
      <span className="sr-only">
        , {count} {word}
      </span>
    </>
  );
}
