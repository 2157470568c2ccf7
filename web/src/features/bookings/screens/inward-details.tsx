import { ButtonLink } from "@/components/button";
import { Timeline } from "@/components/timeline";
import { useOwnId } from "../api/use-booking";
import { BookingDispute, DisputeToAnswer } from "../components/booking-dispute";
import { BookingLayout } from "../components/booking-layout";
import { BookingOutcome } from "../components/booking-outcome";
import { BookingRequest } from "../components/booking-request";
import { BookingScreen } from "../components/booking-screen";
import { ChargebackNote } from "../components/chargeback-note";
import { ContactCard } from "../components/contact-card";
import { BookingFacts } from "../components/facts";
import { FirstSparks } from "../components/first-sparks";
import { ProviderAsked, ProviderMain, ProviderMore } from "../components/provider-actions";
import type { Booking } from "../format";
import { progressOf } from "../progress";

/** A booking as its provider sees it: the request, and the answer to it. */
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
    <div className="grid gap-6">
      <DisputeToAnswer booking={booking} />
      <ChargebackNote booking={booking} mine={false} />
      <BookingLayout
        request={<BookingRequest booking={booking} side="inward" />}
        toAnswer={<ProviderAsked booking={booking} />}
        main={<ProviderMain booking={booking} />}
        more={<ProviderMore booking={booking} />}
        contact={
          <ContactCard
            title={`How to reach ${booking.client.firstname}`}
            person={booking.client}
            first={booking.first_together}
            status={booking.status}
          />
        }
      >
        <BookingOutcome booking={booking} side="inward" />
        {booking.reviewed && (
          <ButtonLink
            to={`/user-profile/${booking.provider.id}`}
            variant="quiet"
            className="justify-self-start"
          >
            Read the review and reply
          </ButtonLink>
        )}
        <FirstSparks booking={booking} />
        <BookingDispute booking={booking} />
        <section aria-label="Progress" aria-live="polite" className="px-1">
          <Timeline steps={progressOf(booking, me)} />
        </section>
        <BookingFacts booking={booking} />
      </BookingLayout>
    </div>
  );
}
