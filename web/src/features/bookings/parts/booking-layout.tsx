import type { ReactNode } from "react";
import { Loading, Skeleton } from "@/components/skeleton";

interface BookingLayoutProps {
  /** What can be done now: within the thumb's reach on a phone, beside the rest on a wide screen. */
  actions: ReactNode;
  children: ReactNode;
}

/** A booking's screen. */
export function BookingLayout({ actions, children }: BookingLayoutProps) {
  return (
    <div className="flex min-h-[calc(100dvh-16rem)] max-w-4xl flex-col gap-6 lg:grid lg:min-h-0 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
      <div className="grid gap-6">{children}</div>
      <div className="sticky bottom-16 -mx-4 mt-auto -mb-6 grid gap-2.5 border-t border-line bg-card p-4 not-has-[a,button]:hidden md:bottom-0 md:-mx-8 md:px-8 lg:top-24 lg:bottom-auto lg:mx-0 lg:mt-0 lg:mb-0 lg:rounded-m lg:border-0 lg:p-5 lg:shadow-card">
        {actions}
      </div>
    </div>
  );
}

export function BookingSkeleton() {
  return (
    <Loading label="Loading booking">
      <div className="grid max-w-4xl gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-6">
          <Skeleton className="h-32 rounded-m" />
          {[1, 2, 3, 4].map((step) => (
            <div key={step} className="flex gap-3">
              <Skeleton className="size-7 rounded-full" />
              <div className="grid flex-1 gap-2">
                <Skeleton className="h-4 w-2/5" />
                <Skeleton className="h-3 w-3/5" />
              </div>
            </div>
          ))}
        </div>
        <Skeleton className="h-40 rounded-m" />
      </div>
    </Loading>
  );
}
