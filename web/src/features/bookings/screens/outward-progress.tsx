import { Timeline } from "@/components/timeline";
import { useOwnId } from "../api/use-booking";
import { BookingDispute, DisputeToAnswer } from "../components/booking-dispute";
import { BookingExpenses } from "../components/booking-expenses";
import { BookingLayout } from "../components/booking-layout";
import { BookingOutcome } from "../components/booking-outcome";
import { BookingRequest } from "../components/booking-request";
import { BookingScreen } from "../components/booking-screen";
import { ChargebackNote } from "../components/chargeback-note";
import { ClientMain, ClientMore } from "../components/client-actions";
import { ContactCard } from "../components/contact-card";
import { BookingFacts } from "../components/facts";
import { TimeProposal } from "../components/time-proposal";
import type { Booking } from "../format";
import { progressOf } from "../progress";

/** A booking as its client sees it, at both addresses: the progress, and the client's actions. */
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
    <div className="grid gap-6">
      <DisputeToAnswer booking={booking} />
      <CardNote booking={booking} />
      <ChargebackNote booking={booking} mine />
      <BookingLayout
        request={<BookingRequest booking={booking} side="outward" />}
        toAnswer={
          <>
            <TimeProposal booking={booking} />
            <BookingExpenses booking={booking} />
          </>
        }
        main={<ClientMain booking={booking} />}
        more={<ClientMore booking={booking} />}
        contact={
          <ContactCard
            title={`How to reach ${booking.provider.firstname}`}
            person={booking.provider}
            first={booking.first_together}
            status={booking.status}
          />
        }
      >
        <BookingOutcome booking={booking} side="outward" />
        <BookingDispute booking={booking} />
        <section aria-label="Progress" aria-live="polite" className="px-1">
          <Timeline steps={progressOf(booking, me)} />
        </section>
        <BookingFacts booking={booking} />
      </BookingLayout>
    </div>
  );
}

/** What happens to the card while the request waits for its answer. */
function CardNote({ booking }: { booking: Booking }) {
  const { payment_method: method, status, provider } = booking;
  if (method !== "card" || status !== "pending") return null;
  return (
    <p className="rounded-m bg-sunk p-4 text-ink-2">
      Your card is authorised, not charged. The money is taken if {provider.firstname} says yes in
      time; otherwise nothing is taken.
    </p>
  );
}
