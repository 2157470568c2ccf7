import { Loading, Skeleton } from "@/components/skeleton";
import type { Booking } from "../format";
import { type BookingDirection, GROUPS, type GroupName, groupBookings } from "../groups";
import { BookingCard, BookingCardSkeleton } from "./booking-card";

const titles: Record<BookingDirection, Record<GroupName, string>> = {
  inward: { answer: "To answer", coming: "Coming up", disputed: "In dispute", past: "Past" },
  outward: { answer: "Your turn", coming: "Coming up", disputed: "In dispute", past: "Past" },
};

/** Side by side on a wide screen. */
const listClass = "grid grid-cols-1 gap-4 lg:grid-cols-2";

interface BookingGroupsProps {
  bookings: readonly Booking[];
  side: BookingDirection;
}

/** One side's bookings by state: those to answer first, past ones last. */
export function BookingGroups({ bookings, side }: BookingGroupsProps) {
  const groups = groupBookings(bookings);
  return (
    <div className="grid gap-8">
      {GROUPS.filter((name) => groups[name].length > 0).map((name) => (
        <section key={name} aria-labelledby={`${side}-${name}`} className="grid gap-3">
          <h2 id={`${side}-${name}`} className="text-title">
            {titles[side][name]}
            <span className="num ml-2 font-text text-body font-normal text-ink-2">
              {groups[name].length}
            </span>
          </h2>
          <ul className={listClass}>
            {groups[name].map((booking) => (
              <li key={booking.id}>
                <BookingCard booking={booking} side={side} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Placeholder of the groups while loading. */
export function BookingGroupsSkeleton() {
  return (
    <Loading label="Loading bookings">
      <div className="grid gap-3">
        <Skeleton className="h-6 w-32" />
        <div className={listClass}>
          {["a", "b", "c", "d"].map((key) => (
            <BookingCardSkeleton key={key} />
          ))}
        </div>
      </div>
    </Loading>
  );
}
