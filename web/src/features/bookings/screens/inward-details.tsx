import { Timeline } from "@/components/timeline";
import type { Booking } from "../format";
import { BookingDispute } from "../parts/booking-dispute";
import { BookingLayout } from "../parts/booking-layout";
import { BookingRequest } from "../parts/booking-request";
import { BookingScreen } from "../parts/booking-screen";
import { ContactCard } from "../parts/contact-card";
import { BookingFacts } from "../parts/facts";
import { ProviderAsked, ProviderMain, ProviderMore } from "../parts/provider-actions";
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
  return (
    <BookingLayout
      request={<BookingRequest booking={booking} side="inward" />}
      asked={<ProviderAsked booking={booking} />}
      main={<ProviderMain booking={booking} />}
      more={<ProviderMore booking={booking} />}
      contact={
        <ContactCard
          title="Client contact"
          person={booking.client}
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
