import { lazy, Suspense } from "react";
import { Skeleton } from "@/components/skeleton";
import type { Booking } from "../format";

// Few bookings ever have one.
const DisputeSection = lazy(async () => ({
  default: (await import("../dispute/dispute-section")).DisputeSection,
}));

/** The dispute about a booking, where there is or was one. */
export function BookingDispute({ booking }: { booking: Booking }) {
  if (!booking.timeline.some(({ status }) => status === "disputed")) return null;
  return (
    <Suspense fallback={<Skeleton className="h-48 rounded-m" />}>
      <DisputeSection booking={booking} />
    </Suspense>
  );
}
