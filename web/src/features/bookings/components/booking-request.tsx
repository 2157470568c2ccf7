import type { Booking } from "../format";
import type { BookingDirection } from "../groups";
import { BookingSummary } from "./booking-summary";
import { RequestFacts } from "./facts";

interface BookingRequestProps {
  booking: Booking;
  side: BookingDirection;
}

/** The facts for a decision: the other person, request, place and price. */
export function BookingRequest({ booking, side }: BookingRequestProps) {
  const unseen = side === "inward" && booking.status === "pending";
  return (
    <BookingSummary booking={booking} side={side}>
      <RequestFacts
        booking={booking}
        note={unseen ? "You see the full address once you accept." : undefined}
      />
    </BookingSummary>
  );
}
