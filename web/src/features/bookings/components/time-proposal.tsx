import { CalendarClock } from "lucide-react";
import { Button } from "@/components/button";
import { FormMessage } from "@/components/form";
import { toast } from "@/components/toast";
import { formatWhen, formatWhenInSentence } from "@/lib/format";
import { useOwnId } from "../api/use-booking";
import { useTimeWish } from "../api/use-time-wish";
import type { Booking } from "../format";
import { runMutation } from "../skip-after-navigation";
import { useOutcome } from "../use-outcome";
import { useInConversation } from "./in-conversation";

/** A proposed time with the buttons to answer it; empty without a proposal. */
export function TimeProposal({ booking }: { booking: Booking }) {
  if (!booking.proposal) return null;
  return <Proposal booking={booking} proposal={booking.proposal} />;
}

interface ProposalProps {
  booking: Booking;
  proposal: NonNullable<Booking["proposal"]>;
}

function Proposal({ booking, proposal }: ProposalProps) {
  const me = useOwnId();
  const { accept, decline, withdraw, params, isPending, error } = useTimeWish(booking);
  const { actions, client, provider } = booking;
  const inConversation = useInConversation();
  const { show } = useOutcome();
  const mine = proposal.by === me;
  const other = me === client.id ? provider.firstname : client.firstname;
  const seen = { params, body: { booking_date: proposal.booking_date } };
  const isRequest = booking.status === "pending";
  return (
    <section
      aria-label="Another time"
      aria-live="polite"
      className="grid gap-2.5 rounded-s bg-sunk p-4"
    >
      <p className="flex gap-2 font-semibold">
        <CalendarClock aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span>
          {mine ? "You proposed " : `${other} would like `}
          <span className="num">{formatWhenInSentence(proposal.booking_date)}</span>
        </span>
      </p>
      {proposal.words && <p className="whitespace-pre-line">“{proposal.words}”</p>}
      <p className="text-small text-ink-2">
        {mine ? `${other} has` : "You have"} until {formatWhenInSentence(proposal.until)} to answer.
        Until then the old time stands: {formatWhenInSentence(booking.booking_date)}.
        {!mine && isRequest && " Saying yes accepts the booking at the new time."}
      </p>
      <FormMessage>{error}</FormMessage>
      {actions.includes("accept_time") && (
        <Button
          variant="spark"
          block
          busy={accept.isPending}
          disabled={isPending && !accept.isPending}
          onClick={() =>
            runMutation(accept, seen, (moved) => {
              if (inConversation) toast.success(`Booked for ${formatWhen(moved.booking_date)}`);
              else show("accepted");
            })
          }
        >
          Accept this time
        </Button>
      )}
      {/* Accepting the request itself keeps the old time. */}
      {actions.includes("decline_time") && !actions.includes("accept") && (
        <Button
          variant="quiet"
          block
          busy={decline.isPending}
          disabled={isPending && !decline.isPending}
          onClick={() => runMutation(decline, seen, () => toast.success("The old time stands"))}
        >
          Keep the old time
        </Button>
      )}
      {actions.includes("withdraw_time") && (
        <Button
          variant="quiet"
          block
          busy={withdraw.isPending}
          onClick={() =>
            runMutation(withdraw, { params }, () => toast.success("Proposal taken back"))
          }
        >
          Take it back
        </Button>
      )}
    </section>
  );
}
