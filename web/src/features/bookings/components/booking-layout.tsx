import type { ReactNode } from "react";
import { Loading, Skeleton } from "@/components/skeleton";
import { cx } from "@/lib/cx";

interface BookingLayoutProps {
  /** The request, read before any button. */
  request: ReactNode;
  /** Content that needs an answer. */
  toAnswer: ReactNode;
  /** Next action, kept within the thumb's reach on a phone while it can be pressed. */
  main: ReactNode;
  /** Further actions. */
  more: ReactNode;
  /** Contact details of the other person. */
  contact: ReactNode;
  /** Further details. */
  children: ReactNode;
}

const columnsClass =
  "grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr] lg:items-start";

/** A group of actions: hidden when empty; on a wide screen part of one card. */
const groupClass = "grid gap-2.5 not-has-[a,button,p]:hidden lg:contents";

/** Only the next action stays in view: more would cover the booking itself. */
const barClass =
  "bottom-16 z-10 max-lg:-mx-4 max-lg:border-y max-lg:border-line max-lg:bg-card max-lg:p-4 max-lg:roomy:has-[a,button:enabled]:sticky md:bottom-0 md:max-lg:-mx-8 md:max-lg:px-8";

/** Layout of a booking's screen. The reading order is the order here, at any width. */
export function BookingLayout(props: BookingLayoutProps) {
  const { request, toAnswer, main, more, contact, children } = props;
  return (
    <div className={columnsClass}>
      {request}
      <div className="contents lg:top-24 lg:row-span-2 lg:grid lg:gap-6 lg:roomy:sticky">
        <div className="contents lg:grid lg:gap-2.5 lg:rounded-m lg:bg-card lg:p-5 lg:shadow-card lg:not-has-[a,button,p]:hidden">
          <div className={groupClass}>{toAnswer}</div>
          <div data-action-bar className={cx(groupClass, barClass)}>
            {main}
          </div>
          <div className={groupClass}>{more}</div>
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
