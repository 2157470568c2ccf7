import type { ReactNode } from "react";
import { Loading, Skeleton } from "@/components/skeleton";

interface BookingLayoutProps {
  /** Who asks for what: read before anything is pressed. */
  request: ReactNode;
  /** What can be done now: within the thumb's reach on a phone, beside the rest on a wide screen. */
  actions: ReactNode;
  /** How to reach the other person. */
  contact: ReactNode;
  /** What else there is to know. */
  children: ReactNode;
}

const columnsClass =
  "grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr] lg:items-start";

/** A booking's screen. It is read from top to bottom as it stands here, whatever the width. */
export function BookingLayout({ request, actions, contact, children }: BookingLayoutProps) {
  return (
    <div className={columnsClass}>
      {request}
      <div className="contents lg:top-24 lg:row-span-2 lg:grid lg:gap-6 lg:roomy:sticky">
        <div className="bottom-16 z-10 -mx-4 grid gap-2.5 border-y border-line bg-card p-4 not-has-[a,button,p]:hidden max-lg:roomy:sticky md:bottom-0 md:-mx-8 md:px-8 lg:mx-0 lg:rounded-m lg:border-0 lg:p-5 lg:shadow-card">
          {actions}
        </div>
        {contact}
      </div>
      <div className="grid gap-6">{children}</div>
    </div>
  );
}

export function BookingSkeleton() {
  return (
    <Loading label="Loading booking">
      <div className={columnsClass}>
        <Skeleton className="h-64 rounded-m" />
        <Skeleton className="h-40 rounded-m lg:row-span-2" />
        <div className="grid gap-6">
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
      </div>
    </Loading>
  );
}
