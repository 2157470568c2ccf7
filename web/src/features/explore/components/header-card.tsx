import type { ReactNode } from "react";
import { BackLink } from "@/components/page-header";
import { Skeleton } from "@/components/skeleton";

interface HeaderCardProps {
  /** Cover picture; a placeholder shows while absent. */
  cover: ReactNode;
  /** Whether to show a back arrow. */
  back?: boolean;
  children: ReactNode;
}

/** Card at the top of a person's page, with their cover. */
export function HeaderCard({ cover, back, children }: HeaderCardProps) {
  return (
    <header className="relative overflow-hidden rounded-l bg-card shadow-card">
      {back && (
        <BackLink className="absolute top-3 left-3 z-10 bg-card shadow-card" to="/explore" />
      )}
      <div className="h-24 md:h-44">{cover || <Skeleton className="size-full rounded-none" />}</div>
      <div className="grid grid-cols-1 gap-4 px-4 pb-6 md:px-8">{children}</div>
    </header>
  );
}

interface HeaderNameProps {
  name: string | undefined;
  /** Read out until the name has loaded. */
  fallback: string;
}

/** Heading with the person's name: one element throughout, which keeps the focus. */
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
