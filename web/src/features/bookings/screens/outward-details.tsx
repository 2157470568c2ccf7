import { ArrowRight } from "lucide-react";
import { Link, useNavigate } from "react-router";
import { ButtonLink } from "@/components/button";
import type { Booking } from "../format";
import { AnswerNote } from "../parts/answer-note";
import { BookingLayout } from "../parts/booking-layout";
import { BookingScreen } from "../parts/booking-screen";
import { BookingSummary } from "../parts/booking-summary";
import { CompleteButton } from "../parts/complete-button";
import { ContactCard } from "../parts/contact-card";
import { BookingFacts } from "../parts/facts";
import { SecondaryActions } from "../parts/secondary-actions";
import { UndoStart } from "../parts/undo-start";
import { UpcomingAction } from "../parts/upcoming-action";

/** Everything about a booking, as its client sees it. */
export function Component() {
  return (
    <BookingScreen back="/bookings?tab=outward">
      {(booking) => (
        <BookingLayout actions={<Actions booking={booking} />}>
          <BookingSummary booking={booking} side="outward">
            <Link
              to={`/outward-progress/${booking.id}`}
              className="inline-flex min-h-11 items-center gap-1 font-semibold text-leaf hover:underline"
            >
              See progress
              <ArrowRight aria-hidden="true" className="size-4" />
            </Link>
          </BookingSummary>
          <ContactCard
            title="Technician contact"
            person={booking.provider}
            first={booking.first_together}
            hidden={
              isWaiting(booking)
                ? `You see how to reach ${booking.provider.firstname} once they accept.`
                : "Contact details are shown from acceptance until 30 days after the booking has closed."
            }
          />
          <BookingFacts booking={booking} />
        </BookingLayout>
      )}
    </BookingScreen>
  );
}

function isWaiting({ status }: Booking): boolean {
  return status === "pending";
}

function Actions({ booking }: { booking: Booking }) {
  const navigate = useNavigate();
  const { actions, id } = booking;
  return (
    <>
      {actions.includes("complete") && (
        <CompleteButton
          booking={booking}
          label="Confirm completion"
          onDone={() => navigate(`/review?booking=${id}`)}
        />
      )}
      <UpcomingAction
        booking={booking}
        action="complete"
        label="Confirm completion"
        can="You can confirm it"
      />
      {actions.includes("review") && (
        <ButtonLink to={`/review?booking=${id}`} variant="spark" block>
          Leave a review
        </ButtonLink>
      )}
      <UndoStart booking={booking} />
      <AnswerNote booking={booking} mine />
      <SecondaryActions booking={booking} other={booking.provider} mine />
    </>
  );
}
