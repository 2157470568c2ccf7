import type { ReactNode } from "react";
import { Skeleton } from "@/components/skeleton";

interface HeaderCardProps {
  /** A shape stands in for it while it is absent. */
  cover: ReactNode;
  children: ReactNode;
}

/** The card at the top of a person's page, with their cover. */
export function HeaderCard({ cover, children }: HeaderCardProps) {
  return (
    <header className="overflow-hidden rounded-l bg-card shadow-card">
      <div className="h-32 md:h-44">{cover || <Skeleton className="size-full rounded-none" />}</div>
      <div className="grid grid-cols-1 gap-4 px-4 pb-6 md:px-8">{children}</div>
    </header>
  );
}

interface HeaderNameProps {
  name: string | undefined;
  /** Spoken while the name is not there. */
  fallback: string;
}

/** The heading with the person's name: one element throughout, so that the focus it took on arrival stays. */
export function HeaderName({ name, fallback }: HeaderNameProps) {
  return (
    <h1 tabIndex={-1} className="text-heading md:text-display">
      {name ?? (
        <>
          <span className="sr-only">{fallback}</span>
          <Skeleton className="h-8 w-56" />
        </>
      )}
    </h1>
  );
}
