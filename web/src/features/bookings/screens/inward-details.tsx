import { Timeline } from "@/components/timeline";
import type { Booking } from "../format";
import { BookingLayout } from "../parts/booking-layout";
import { BookingScreen } from "../parts/booking-screen";
import { BookingSummary } from "../parts/booking-summary";
import { ContactCard } from "../parts/contact-card";
import { BookingFacts } from "../parts/facts";
import { ProviderActions } from "../parts/provider-actions";
import { progressOf } from "../progress";
import { useOwnId } from "../use-booking";

/** A booking as its provider sees it: who asks for what, and the answer to it. */
export function Component() {
  return (
    <BookingScreen back="/bookings?tab=inward">
      {(booking) => <Details booking={booking} />}
    </BookingScreen>
  );
}

function Details({ booking }: { booking: Booking }) {
  const me = useOwnId();
  const waiting = booking.status === "pending";
  return (
    <BookingLayout actions={<ProviderActions booking={booking} />}>
      <BookingSummary booking={booking} side="inward" />
      <ContactCard
        title="Client contact"
        person={booking.client}
        first={booking.first_together}
        hidden={
          waiting
            ? `You see how to reach ${booking.client.firstname} once you accept.`
            : "Contact details are shown from acceptance until 30 days after the booking has closed."
        }
      />
      <BookingFacts
        booking={booking}
        note={waiting ? "You see the full address once you accept." : undefined}
      />
      <section aria-label="Progress" aria-live="polite" className="px-1">
        <Timeline steps={progressOf(booking, me)} />
      </section>
    </BookingLayout>
  );
}
