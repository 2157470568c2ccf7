import { useState } from "react";
import { Button } from "@/components/button";
import { FormMessage, Textarea } from "@/components/form";
import { ConfirmDialog } from "@/components/overlay";
import { toast } from "@/components/toast";
import { useBookingAction } from "../api/use-booking-action";
import { type Booking, formatAmount } from "../format";
import { MAX_MESSAGE_LENGTH } from "../message-length";
import { outcomeWords } from "../outcome-words";
import { useOutcome } from "../use-outcome";
import { AnswerNote } from "./answer-note";
import { AnswerWords } from "./answer-words";
import { BookingExpenses } from "./booking-expenses";
import { useInConversation } from "./in-conversation";
import { NextStep } from "./next-step";
import { ProposeButton } from "./propose-button";
import { SecondaryActions } from "./secondary-actions";
import { TimeProposal } from "./time-proposal";
import { UpcomingAction } from "./upcoming-action";

/** All actions except the next one, for the conversation. */
export function ProviderRest({ booking }: { booking: Booking }) {
  return (
    <>
      <ProviderAsked booking={booking} />
      <ProviderMore booking={booking} />
    </>
  );
}

/** Questions for the provider to answer. */
export function ProviderAsked({ booking }: { booking: Booking }) {
  return (
    <>
      <TimeProposal booking={booking} />
      <BookingExpenses booking={booking} />
      <AnswerNote booking={booking} mine={false} />
    </>
  );
}

/** The next actions. */
export function ProviderMain({ booking }: { booking: Booking }) {
  return (
    <>
      {booking.actions.includes("accept") && !asksForTime(booking) && (
        <AcceptButton booking={booking} />
      )}
      <CompleteBooking booking={booking} />
      <UpcomingAction
        booking={booking}
        action="complete"
        label="Complete booking"
        can="You can complete it"
      />
    </>
  );
}

/** Further actions. */
export function ProviderMore({ booking }: { booking: Booking }) {
  return (
    <>
      {booking.actions.includes("accept") && asksForTime(booking) && (
        <AcceptButton booking={booking} />
      )}
      {booking.actions.includes("reject") && <RejectButton booking={booking} />}
      <NextStep booking={booking} mine={false} />
      <ProposeButton booking={booking} />
      <SecondaryActions booking={booking} other={booking.client} mine={false} />
    </>
  );
}

/** Checks whether the client proposes another time: accepting the old one is then secondary. */
function asksForTime({ actions }: Booking): boolean {
  return actions.includes("accept_time");
}

function AcceptButton({ booking }: { booking: Booking }) {
  const accept = useBookingAction("accept", booking);
  const inConversation = useInConversation();
  const { show } = useOutcome();
  const [words, setWords] = useState("");
  const otherTime = asksForTime(booking);
  return (
    <>
      <FormMessage>{accept.error}</FormMessage>
      <Button
        variant={otherTime ? "quiet" : "spark"}
        block
        busy={accept.isPending}
        onClick={() =>
          accept.run(() => {
            if (inConversation) toast.success("Booking accepted");
            else show("accepted");
          }, words)
        }
      >
        {otherTime ? "Accept the old time" : "Accept"}
      </Button>
      {/* In the conversation, a message serves instead. */}
      {!inConversation && (
        <AnswerWords name={booking.client.firstname} words={words} onChange={setWords} />
      )}
    </>
  );
}

function RejectButton({ booking }: { booking: Booking }) {
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState("");
  const reject = useBookingAction("reject", booking);
  const { payment_method: method, price, client } = booking;
  const back =
    method === "none"
      ? `${client.firstname} will be told.`
      : `${client.firstname} gets ${formatAmount(method, price)} back.`;
  return (
    <>
      <Button variant="quiet" block onClick={() => setOpen(true)}>
        Reject
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={(next) => {
          reject.reset();
          setOpen(next);
        }}
        title="Reject this request?"
        description={`${back} This can't be undone.`}
        cancelLabel="Keep it"
        confirmLabel="Reject request"
        variant="danger"
        busy={reject.isPending}
        error={reject.error}
        onConfirm={() =>
          reject.run(() => {
            setOpen(false);
            toast.success("Request rejected");
          }, words)
        }
      >
        <Textarea
          label={`A few words to ${client.firstname}`}
          optional
          rows={2}
          maxLength={MAX_MESSAGE_LENGTH}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </ConfirmDialog>
    </>
  );
}

function CompleteBooking({ booking }: { booking: Booking }) {
  const inConversation = useInConversation();
  const { show } = useOutcome();
  const [asking, setAsking] = useState(false);
  const complete = useBookingAction("complete", booking);
  const { payment_method: method, client } = booking;
  return (
    <>
      {booking.actions.includes("complete") && (
        <Button
          variant={booking.status === "pending" ? "ink" : "spark"}
          block
          onClick={() => setAsking(true)}
        >
          Complete booking
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={(next) => {
          complete.reset();
          setAsking(next);
        }}
        title="Complete this booking?"
        description={`Do so once the work is done: it is irreversible. ${client.firstname} is asked to confirm${method === "none" ? "" : ", and you are paid"}.`}
        cancelLabel="Not yet"
        confirmLabel="Complete booking"
        variant="spark"
        busy={complete.isPending}
        error={complete.error}
        onConfirm={() =>
          complete.run((done) => {
            setAsking(false);
            if (inConversation) {
              toast.success(outcomeWords("completed", done, false)?.next.join(" "));
            } else show("completed");
          })
        }
      />
    </>
  );
}
