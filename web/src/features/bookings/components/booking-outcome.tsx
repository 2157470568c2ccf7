import { useNavigate } from "react-router";
import { Button, ButtonLink } from "@/components/button";
import { RequireModule } from "@/components/require-module";
import type { Booking } from "../format";
import type { BookingDirection } from "../groups";
import { outcomeWords } from "../outcome-words";
import { useDialogInUse } from "../use-dialog-in-use";
import { useOutcome } from "../use-outcome";
import { useTimeout } from "../use-timeout";
import { OutcomeDialog } from "./outcome-dialog";

/** Time after which the provider's success leads to the bookings, unless the dialog is in use. */
const REDIRECT_MS = 3_000;

interface BookingOutcomeProps {
  booking: Booking;
  side: BookingDirection;
}

/** Message after an action on the page of a booking, with the next steps. */
export function BookingOutcome({ booking, side }: BookingOutcomeProps) {
  const navigate = useNavigate();
  const { outcome, clear } = useOutcome();
  const mine = side === "outward";
  const words = outcome && outcomeWords(outcome, booking, mine);
  const toBookings = () => navigate(`/bookings?tab=${side}`);
  const completed = words !== undefined && outcome === "completed";
  const leaving = completed && !mine;
  const engaged = useDialogInUse(leaving);
  useTimeout(leaving && !engaged ? REDIRECT_MS : null, toBookings);
  const other = mine ? booking.provider : booking.client;
  return (
    <OutcomeDialog
      open={words !== undefined}
      onClose={completed ? toBookings : clear}
      title={words?.title ?? ""}
      person={other}
      next={words?.next ?? []}
    >
      {outcome === "sent" && (
        <Button variant="quiet" className="flex-1" onClick={clear}>
          See this booking
        </Button>
      )}
      {outcome === "accepted" && (
        <RequireModule name="chat">
          <ButtonLink to={`/chat/${other.id}`} variant="quiet" className="flex-1">
            Message {other.firstname}
          </ButtonLink>
        </RequireModule>
      )}
      {completed && booking.actions.includes("review") && (
        <ButtonLink to={`/review?booking=${booking.id}`} variant="spark" className="flex-1">
          Leave a review
        </ButtonLink>
      )}
      {outcome === "accepted" ? (
        <Button variant="spark" className="flex-1" onClick={clear}>
          See this booking
        </Button>
      ) : (
        <Button
          variant={completed && mine ? "quiet" : "spark"}
          className="flex-1"
          onClick={toBookings}
        >
          Go to Bookings
        </Button>
      )}
    </OutcomeDialog>
  );
}
