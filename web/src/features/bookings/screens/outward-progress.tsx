import { Timeline } from "@/components/timeline";
import type { Booking } from "../format";
import { BookingDispute } from "../parts/booking-dispute";
import { BookingLayout } from "../parts/booking-layout";
import { BookingRequest } from "../parts/booking-request";
import { BookingScreen } from "../parts/booking-screen";
import { ClientMain, ClientMore } from "../parts/client-actions";
import { ContactCard } from "../parts/contact-card";
import { BookingFacts } from "../parts/facts";
import { TimeProposal } from "../parts/time-proposal";
import { progressOf } from "../progress";
import { useOwnId } from "../use-booking";

/** A booking as its client sees it, at both of its addresses: how it goes, and what the client can do now. */
export function Component() {
  return (
    <BookingScreen back="/bookings?tab=outward">
      {(booking) => <Progress booking={booking} />}
    </BookingScreen>
  );
}

function Progress({ booking }: { booking: Booking }) {
  const me = useOwnId();
  return (
    <BookingLayout
      request={<BookingRequest booking={booking} side="outward" />}
      asked={<TimeProposal booking={booking} />}
      main={<ClientMain booking={booking} />}
      more={<ClientMore booking={booking} />}
      contact={
        <ContactCard
          title="Technician contact"
          person={booking.provider}
          first={booking.first_together}
          status={booking.status}
        />
      }
    >
      <BookingDispute booking={booking} />
      <section aria-label="Progress" aria-live="polite" className="px-1">
        <Timeline steps={progressOf(booking, me)} />
      </section>
      <BookingFacts booking={booking} />
    </BookingLayout>
  );
}
