import { useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { Button, ButtonLink } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { FormMessage, RadioCard } from "@/components/form";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { toast } from "@/components/toast";
import { ApiError, api, messageOf, type Schemas } from "@/lib/api";
import { useBooking, useBookingCache, useOwnId } from "../api/use-booking";
import { BookingSkeleton } from "../components/booking-layout";
import { BookingSummary } from "../components/booking-summary";
import type { Booking } from "../format";

type Answer = Schemas["VisitOutcome"];

/** Asks whether a booking took place; `?answer=` is the choice made in the email. */
export function Component() {
  const { query, isId } = useBooking(useParams().id);
  const missing = !isId || (query.error instanceof ApiError && query.error.status === 404);
  return (
    <div className="max-w-2xl">
      <PageHeader title="Did it happen?" back="/bookings" />
      {missing ? (
        <EmptyState
          art="bookings"
          title="There is no such booking of yours."
          action={<ButtonLink to="/bookings">Return to Bookings</ButtonLink>}
        />
      ) : (
        <Loaded
          query={query}
          error="Failed to fetch booking details"
          skeleton={<BookingSkeleton />}
        >
          {(booking) => <Question booking={booking} />}
        </Loaded>
      )}
    </div>
  );
}

const OPEN: readonly Booking["status"][] = ["accepted", "in_progress"];

function Question({ booking }: { booking: Booking }) {
  const asClient = booking.client.id === useOwnId();
  const side = asClient ? "outward" : "inward";
  const page = asClient ? `/outward-progress/${booking.id}` : `/inward-details/${booking.id}`;
  return (
    <div className="grid gap-6">
      <BookingSummary booking={booking} side={side} />
      {OPEN.includes(booking.status) ? (
        <Answers booking={booking} asClient={asClient} page={page} />
      ) : (
        <div role="status" className="grid justify-items-start gap-4">
          <p>This question has already been answered.</p>
          <ButtonLink to={page}>See the booking</ButtonLink>
        </div>
      )}
    </div>
  );
}

interface AnswersProps {
  booking: Booking;
  asClient: boolean;
  page: string;
}

function Answers({ booking, asClient, page }: AnswersProps) {
  const navigate = useNavigate();
  const store = useBookingCache();
  const pressed = useSearchParams()[0].get("answer");
  const other = (asClient ? booking.provider : booking.client).firstname;
  const choices = choicesFor(other, asClient, booking.status === "accepted");
  const [chosen, choose] = useState(choices.find(({ answer }) => answer === pressed)?.answer);
  const choice = choices.find(({ answer }) => answer === chosen);
  const send = api.useMutation("put", "/api/bookings/happened/{id}", {
    onSuccess: (changed) => {
      store(changed);
      toast.success("Thank you for telling us.");
      void navigate(page);
    },
  });
  return (
    <div className="grid gap-5">
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-title">How did it go with {other}?</legend>
        {choices.map(({ answer, label, leadsTo }) => (
          <RadioCard
            key={answer}
            name="answer"
            value={answer}
            checked={chosen === answer}
            onChoose={() => choose(answer)}
            title={label}
            text={leadsTo}
          />
        ))}
      </fieldset>
      <FormMessage>
        {send.error
          ? messageOf(send.error, "This could not be saved. Please try again.")
          : undefined}
      </FormMessage>
      <Button
        variant="spark"
        disabled={!choice}
        busy={send.isPending}
        busyLabel="Sending..."
        onClick={() =>
          choice &&
          send.mutate({
            params: { path: { id: booking.id } },
            body: { happened: choice.answer },
          })
        }
      >
        Send my answer
      </Button>
    </div>
  );
}

/** Returns the possible answers with their consequences. */
function choicesFor(other: string, asClient: boolean, canBeOff: boolean) {
  const choices: { answer: Answer; label: string; leadsTo: string }[] = [
    {
      answer: "yes",
      label: "Yes, it took place",
      leadsTo: asClient
        ? `The booking is completed, and ${other} is paid.`
        : `The booking is completed. ${other} has 72 hours to confirm it or object.`,
    },
    {
      answer: "called_off",
      label: "No, it was cancelled",
      leadsTo: asClient
        ? `We ask ${other} to confirm it. Then you get everything back.`
        : `${other} gets everything back.`,
    },
    {
      answer: "no_show",
      label: `No, ${other} did not come`,
      leadsTo: "An admin looks into it and decides. Until then nothing is settled.",
    },
  ];
  return choices.filter(({ answer }) => answer !== "called_off" || canBeOff);
}
