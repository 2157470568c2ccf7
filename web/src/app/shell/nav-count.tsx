import { CountBadge } from "@/components/chip";

interface NavCountProps {
  /** The entry's own hook; it stays the same for as long as this is shown. */
  useCount: () => number;
  /** What is said of the number. */
  word?: string | undefined;
  className?: string;
}

/** How much behind an entry waits for an answer, until it is answered; nothing at none. */
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
