import { useNavigate } from "react-router";
import { Button, ButtonLink } from "@/components/button";
import { FormMessage } from "@/components/form";
import { toast } from "@/components/toast";
import { actionPossibleFrom, type Booking } from "../format";
import { useBookingAction } from "../use-booking-action";
import { AnswerNote } from "./answer-note";
import { CompleteButton } from "./complete-button";
import { useInConversation } from "./in-conversation";
import { NextStep } from "./next-step";
import { ProposeButton } from "./propose-button";
import { SecondaryActions } from "./secondary-actions";
import { TimeProposal } from "./time-proposal";
import { UndoStart } from "./undo-start";
import { UpcomingAction } from "./upcoming-action";

/** What the client can do with a booking now. */
export function ClientActions({ booking }: { booking: Booking }) {
  return (
    <>
      <TimeProposal booking={booking} />
      <ClientMain booking={booking} />
      <ClientMore booking={booking} />
    </>
  );
}

/** What is to be done next. */
export function ClientMain({ booking }: { booking: Booking }) {
  return (
    <>
      <MainAction booking={booking} />
      <UndoStart booking={booking} />
    </>
  );
}

/** What else can be done. */
export function ClientMore({ booking }: { booking: Booking }) {
  return (
    <>
      <AnswerNote booking={booking} mine />
      <NextStep booking={booking} mine />
      <ProposeButton booking={booking} />
      <SecondaryActions booking={booking} other={booking.provider} mine />
    </>
  );
}

function MainAction({ booking }: { booking: Booking }) {
  const navigate = useNavigate();
  const inConversation = useInConversation();
  const { status, actions } = booking;
  if (actions.includes("start")) return <StartButton booking={booking} />;
  if (actions.includes("complete") && status === "completed") {
    return (
      <CompleteButton
        booking={booking}
        label="Confirm completion"
        onDone={() => {
          if (inConversation) toast.success("Thank you! You can leave a review now.");
          else navigate(`/review?booking=${booking.id}`);
        }}
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
          if (!inConversation) navigate("/bookings?tab=outward");
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
  // Among messages nothing stands that cannot be pressed.
  if (inConversation) return null;
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
