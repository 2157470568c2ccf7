import { CountBadge } from "@/components/chip";

interface NavCountProps {
  /** The entry's own hook; it stays the same for as long as this is shown. */
  useCount: () => number;
  className?: string;
}

/** How much behind an entry waits for an answer, until it is answered; nothing at none. */
export function NavCount({ useCount, className }: NavCountProps) {
  const count = useCount();
  if (count === 0) return null;
  return (
    <>
      <CountBadge count={count} className={className} />
      <span className="sr-only">, {count} to answer</span>
    </>
  );
}
