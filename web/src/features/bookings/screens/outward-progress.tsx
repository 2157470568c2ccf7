import { ArrowRight } from "lucide-react";
import { Link, useNavigate } from "react-router";
import { Button, ButtonLink } from "@/components/button";
import { FormMessage } from "@/components/form";
import { Timeline } from "@/components/timeline";
import { toast } from "@/components/toast";
import { actionPossibleFrom, type Booking } from "../format";
import { AnswerNote } from "../parts/answer-note";
import { BookingLayout } from "../parts/booking-layout";
import { BookingScreen } from "../parts/booking-screen";
import { BookingSummary } from "../parts/booking-summary";
import { CompleteButton } from "../parts/complete-button";
import { SecondaryActions } from "../parts/secondary-actions";
import { UndoStart } from "../parts/undo-start";
import { UpcomingAction } from "../parts/upcoming-action";
import { progressOf } from "../progress";
import { useOwnId } from "../use-booking";
import { useBookingAction } from "../use-booking-action";

/** How a booking of the client's goes, and what the client can do about it now. */
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
    <BookingLayout actions={<Actions booking={booking} />}>
      <BookingSummary booking={booking} side="outward">
        <Link
          to={`/outward-details/${booking.id}`}
          className="inline-flex min-h-11 items-center gap-1 font-semibold text-leaf hover:underline"
        >
          See details
          <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      </BookingSummary>
      <section aria-label="Progress" aria-live="polite" className="px-1">
        <Timeline steps={progressOf(booking, me)} />
      </section>
    </BookingLayout>
  );
}

function Actions({ booking }: { booking: Booking }) {
  return (
    <>
      <MainAction booking={booking} />
      <UndoStart booking={booking} />
      <AnswerNote booking={booking} mine />
      <SecondaryActions booking={booking} other={booking.provider} mine />
    </>
  );
}

function MainAction({ booking }: { booking: Booking }) {
  const navigate = useNavigate();
  const { status, actions } = booking;
  if (actions.includes("start")) return <StartButton booking={booking} />;
  if (actions.includes("complete")) {
    return (
      <CompleteButton
        booking={booking}
        label={status === "completed" ? "Confirm completion" : "Mark Complete"}
        onDone={() => {
          toast.success("Service completed. You can leave a review now.");
          navigate("/bookings?tab=outward");
        }}
      />
    );
  }
  if (actions.includes("review")) {
    return (
      <ButtonLink to={`/review?booking=${booking.id}`} variant="spark" block>
        Leave a review
      </ButtonLink>
    );
  }
  if (actionPossibleFrom(booking, "start")) {
    return (
      <UpcomingAction booking={booking} action="start" label="Start Service" can="You can start" />
    );
  }
  if (actionPossibleFrom(booking, "complete")) {
    return (
      <UpcomingAction
        booking={booking}
        action="complete"
        label="Mark Complete"
        can="You can confirm it"
      />
    );
  }
  if (status === "pending") {
    return (
      <Button block disabled>
        Start Service (Awaiting Acceptance)
      </Button>
    );
  }
  if (status === "completed") {
    return (
      <Button block disabled>
        Service Completed
      </Button>
    );
  }
  return null;
}

function StartButton({ booking }: { booking: Booking }) {
  const start = useBookingAction("start", booking);
  return (
    <>
      <FormMessage>{start.error}</FormMessage>
      <Button variant="spark" block busy={start.isPending} onClick={() => start.run()}>
        Start Service
      </Button>
    </>
  );
}
