import { ButtonLink } from "@/components/button";
import { formatWhenInSentence } from "@/lib/format";
import { actionPossibleFrom, type Booking } from "../format";

interface NotNowProps {
  booking: Booking;
  /** Address of the booking's main screen. */
  home: string;
}

/** Explains why no dispute can be opened about a booking, and the alternatives. */
export function NotNow({ booking, home }: NotNowProps) {
  return (
    <div className="grid gap-4">
      <p role="status" className="rounded-s bg-sunk px-4 py-3">
        {reason(booking)}
      </p>
      <ButtonLink to={home} className="justify-self-start">
        Back to the booking
      </ButtonLink>
    </div>
  );
}

function reason(booking: Booking): string {
  const from = actionPossibleFrom(booking, "dispute");
  if (from) {
    return `You can open a dispute from ${formatWhenInSentence(from)}, once the visit should have begun. If you can't make it or have changed your mind, cancel the booking instead.`;
  }
  switch (booking.status) {
    case "disputed":
      return "A dispute about this booking is open. An admin looks into it and decides, and you will both be told. What you both say is on the booking's page. Until then nothing is settled.";
    case "pending":
      return "This request has not been accepted yet, so there is nothing to dispute. It can be cancelled at any time, and everything that was paid comes back.";
    case "completed":
      return "This booking is done and settled, so a dispute can't be opened any more.";
    default:
      return "This booking is over, so there is nothing to dispute. Its page says where the payment went.";
  }
}
