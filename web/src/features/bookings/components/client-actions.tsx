import { Button, ButtonLink } from "@/components/button";
import { FormMessage } from "@/components/form";
import { toast } from "@/components/toast";
import { useBookingAction } from "../api/use-booking-action";
import { actionPossibleFrom, type Booking } from "../format";
import { useOutcome } from "../use-outcome";
import { AnswerNote } from "./answer-note";
import { BookingExpenses } from "./booking-expenses";
import { CompleteButton } from "./complete-button";
import { useInConversation } from "./in-conversation";
import { NextStep } from "./next-step";
import { ProposeButton } from "./propose-button";
import { SecondaryActions } from "./secondary-actions";
import { TimeProposal } from "./time-proposal";
import { UndoStart } from "./undo-start";
import { UpcomingAction } from "./upcoming-action";

/** All actions except the next one, for the conversation. */
export function ClientRest({ booking }: { booking: Booking }) {
  return (
    <>
      <TimeProposal booking={booking} />
      <BookingExpenses booking={booking} />
      <UndoStart booking={booking} />
      <ClientMore booking={booking} />
    </>
  );
}

/** The next actions. */
export function ClientMain({ booking }: { booking: Booking }) {
  return (
    <>
      <ClientNext booking={booking} />
      <UndoStart booking={booking} />
    </>
  );
}

/** Further actions. */
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

/** The one next action. */
export function ClientNext({ booking }: { booking: Booking }) {
  const inConversation = useInConversation();
  const { show } = useOutcome();
  const { status, actions } = booking;
  if (actions.includes("start")) return <StartButton booking={booking} />;
  if (actions.includes("complete")) {
    return (
      <CompleteButton
        booking={booking}
        label={status === "completed" ? "Confirm completion" : "Mark Complete"}
        onDone={() => {
          if (inConversation) toast.success("Service completed. You can leave a review now.");
          else show("completed");
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
  // In a conversation, actions that cannot be pressed are omitted.
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
