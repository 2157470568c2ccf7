import { useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "@/components/button";
import { FormMessage, Textarea } from "@/components/form";
import { ConfirmDialog, Dialog } from "@/components/overlay";
import { toast } from "@/components/toast";
import { formatWhenInSentence } from "@/lib/format";
import { type Booking, formatAmount } from "../format";
import { useBookingAction } from "../use-booking-action";
import { useTimeout } from "../use-timeout";
import { MAX_WORDS } from "../words";
import { AnswerNote } from "./answer-note";
import { AnswerWords } from "./answer-words";
import { useInConversation } from "./in-conversation";
import { NextStep } from "./next-step";
import { ProposeButton } from "./propose-button";
import { SecondaryActions } from "./secondary-actions";
import { TimeProposal } from "./time-proposal";
import { UpcomingAction } from "./upcoming-action";

/** What the provider can do with a booking now. */
export function ProviderActions({ booking }: { booking: Booking }) {
  return (
    <>
      <ProviderAsked booking={booking} />
      <ProviderMain booking={booking} />
      <ProviderMore booking={booking} />
    </>
  );
}

/** What the provider is to answer. */
export function ProviderAsked({ booking }: { booking: Booking }) {
  return (
    <>
      <TimeProposal booking={booking} />
      <AnswerNote booking={booking} mine={false} />
    </>
  );
}

/** What is to be done next. */
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

/** What else can be done. */
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

/** Whether the client has asked for another time since: then to accept the old one comes second. */
function asksForTime({ actions }: Booking): boolean {
  return actions.includes("accept_time");
}

function AcceptButton({ booking }: { booking: Booking }) {
  const accept = useBookingAction("accept", booking);
  const [words, setWords] = useState("");
  const otherTime = asksForTime(booking);
  return (
    <>
      <FormMessage>{accept.error}</FormMessage>
      <Button
        variant={otherTime ? "quiet" : "spark"}
        block
        busy={accept.isPending}
        onClick={() => accept.run(() => toast.success("Booking accepted"), words)}
      >
        {otherTime ? "Accept the old time" : "Accept"}
      </Button>
      <AnswerWords name={booking.client.firstname} words={words} onChange={setWords} />
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
          maxLength={MAX_WORDS}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </ConfirmDialog>
    </>
  );
}

/** How long the success dialog stands before it leads to the bookings. */
const REDIRECT_MS = 3_000;

function CompleteBooking({ booking }: { booking: Booking }) {
  const navigate = useNavigate();
  const inConversation = useInConversation();
  const [step, setStep] = useState<"idle" | "asking" | "done">("idle");
  const complete = useBookingAction("complete", booking);
  const leave = () => navigate("/bookings?tab=inward");
  useTimeout(step === "done" ? REDIRECT_MS : null, leave);
  const { payment_method: method, client } = booking;
  return (
    <>
      {booking.actions.includes("complete") && (
        <Button
          variant={booking.status === "pending" ? "ink" : "spark"}
          block
          onClick={() => setStep("asking")}
        >
          Complete booking
        </Button>
      )}
      <ConfirmDialog
        open={step === "asking"}
        onOpenChange={(next) => {
          complete.reset();
          setStep(next ? "asking" : "idle");
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
            setStep(inConversation ? "idle" : "done");
            if (inConversation) toast.success(nextStepText(done));
          })
        }
      />
      <Dialog
        open={step === "done"}
        onOpenChange={(next) => !next && leave()}
        title="Booking completed"
        description={nextStepText(booking)}
      >
        <Button variant="spark" block onClick={leave}>
          Go to Bookings
        </Button>
      </Dialog>
    </>
  );
}

function nextStepText({ client, release_at, payment_method: method }: Booking): string {
  if (method === "none") return `Thank you! ${client.firstname} has been told.`;
  const latest = release_at ? ` or ${formatWhenInSentence(release_at)}` : "";
  return `Thank you! You are paid when ${client.firstname} confirms${latest}, whichever comes first.`;
}
