import { useNavigate } from "react-router";
import { Button, ButtonLink } from "@/components/button";
import { FormMessage } from "@/components/form";
import { Timeline } from "@/components/timeline";
import { toast } from "@/components/toast";
import { actionPossibleFrom, type Booking } from "../format";
import { AnswerNote } from "../parts/answer-note";
import { BookingDispute } from "../parts/booking-dispute";
import { BookingLayout } from "../parts/booking-layout";
import { BookingRequest } from "../parts/booking-request";
import { BookingScreen } from "../parts/booking-screen";
import { CompleteButton } from "../parts/complete-button";
import { ContactCard } from "../parts/contact-card";
import { BookingFacts } from "../parts/facts";
import { NextStep } from "../parts/next-step";
import { SecondaryActions } from "../parts/secondary-actions";
import { UndoStart } from "../parts/undo-start";
import { UpcomingAction } from "../parts/upcoming-action";
import { progressOf } from "../progress";
import { useOwnId } from "../use-booking";
import { useBookingAction } from "../use-booking-action";

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
      actions={<Actions booking={booking} />}
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

function Actions({ booking }: { booking: Booking }) {
  return (
    <>
      <MainAction booking={booking} />
      <UndoStart booking={booking} />
      <AnswerNote booking={booking} mine />
      <NextStep booking={booking} mine />
      <SecondaryActions booking={booking} other={booking.provider} mine />
    </>
  );
}

function MainAction({ booking }: { booking: Booking }) {
  const navigate = useNavigate();
  const { status, actions } = booking;
  if (actions.includes("start")) return <StartButton booking={booking} />;
  if (actions.includes("complete") && status === "completed") {
    return (
      <CompleteButton
        booking={booking}
        label="Confirm completion"
        onDone={() => navigate(`/review?booking=${booking.id}`)}
      />
    );
  }
  if (actions.includes("complete")) {
    return (
      <CompleteButton
        booking={booking}
        label="Mark Complete"
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
