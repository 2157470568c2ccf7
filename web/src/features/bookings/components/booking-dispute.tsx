import { lazy, Suspense } from "react";
import { Skeleton } from "@/components/skeleton";
import { useOwnId } from "../api/use-booking";
import type { Booking } from "../format";

// Lazy, because few bookings have a dispute.
const DisputeSection = lazy(async () => ({
  default: (await import("../dispute/dispute-section")).DisputeSection,
}));

/** An open dispute that the other party opened; it comes first on the page. */
export function DisputeToAnswer({ booking }: { booking: Booking }) {
  return useIsAccused(booking) ? <Section booking={booking} /> : null;
}

/** Any other dispute about a booking, open or closed. */
export function BookingDispute({ booking }: { booking: Booking }) {
  const accused = useIsAccused(booking);
  if (accused || !booking.timeline.some(({ status }) => status === "disputed")) return null;
  return <Section booking={booking} />;
}

function useIsAccused({ status, timeline, client }: Booking): boolean {
  const me = useOwnId();
  const openedBy = timeline.findLast(({ status }) => status === "disputed")?.by;
  return status === "disputed" && openedBy === (client.id === me ? "provider" : "client");
}

function Section({ booking }: { booking: Booking }) {
  return (
    <Suspense fallback={<Skeleton className="h-48 rounded-m" />}>
      <DisputeSection booking={booking} />
    </Suspense>
  );
}
