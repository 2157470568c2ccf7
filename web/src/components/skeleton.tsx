import type { ReactNode } from "react";
import { cx } from "@/lib/cx";

/** A grey placeholder shape; size it with classes. */
export function Skeleton({ className }: { className?: string }) {
  return <div className={cx("skeleton", className)} />;
}

/** Wrapper of skeletons: says 'Loading' to screen readers and hides the shapes from them. */
export function Loading({ label = "Loading", children }: { label?: string; children: ReactNode }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

/** Placeholder row of an avatar and two lines. */
export function SkeletonRow() {
  return (
    <div className="flex items-center gap-3 py-3">
      <Skeleton className="size-11 rounded-full" />
      <div className="grid flex-1 gap-2">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-3 w-3/5" />
      </div>
    </div>
  );
}

/** Placeholder card with a picture, a person and a price. */
export function SkeletonCard() {
  return (
    <div className="overflow-hidden rounded-m bg-card shadow-card">
      <Skeleton className="h-16 sm:h-26 rounded-none" />
      <div className="px-4 pt-1 pb-4">
        <SkeletonRow />
        <Skeleton className="h-11 w-full rounded-full" />
      </div>
    </div>
  );
}

/** Several placeholders of the same shape. */
export function SkeletonList({ count = 3, children }: { count?: number; children: ReactNode }) {
  return (
    <Loading>
      <div className="grid gap-4">
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: identical shapes in a fixed number
          <div key={index}>{children}</div>
        ))}
      </div>
    </Loading>
  );
}
