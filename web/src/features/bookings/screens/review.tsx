import { useMemo, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import * as z from "zod/mini";
import { Button, ButtonLink } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { Form, FormError, Textarea } from "@/components/form";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { RequireModule } from "@/components/require-module";
import { ApiError, api, messageOf, useQueryCache } from "@/lib/api";
import { draftEntry } from "@/lib/drafts";
import { useBooking, useBookingCache, useOwnId } from "../api/use-booking";
import { BookingSkeleton } from "../components/booking-layout";
import { BookingSummary } from "../components/booking-summary";
import { OutcomeDialog } from "../components/outcome-dialog";
import { type SafetyAnswer, SafetyQuestion } from "../components/safety-question";
import { StarChoice } from "../components/star-choice";
import type { Booking } from "../format";
import { outcomeWords } from "../outcome-words";
import { useOutcome } from "../use-outcome";

const HOME = "/bookings?tab=outward";

/** Review form for the booking in the URL (`?booking=`). */
export function Component() {
  const [params] = useSearchParams();
  const id = params.get("booking") ?? params.get("bookingId");
  const { query, isId } = useBooking(id);
  const missing = !isId || (query.error instanceof ApiError && query.error.status === 404);
  return (
    <div className="max-w-2xl">
      <PageHeader title="Leave a review" back={HOME} />
      {missing ? (
        <EmptyState
          art="bookings"
          title="Missing required information to submit a review. Please go back and try again."
          action={<ButtonLink to={HOME}>Return to Bookings</ButtonLink>}
        />
      ) : (
        <Loaded
          query={query}
          error="Failed to fetch booking details"
          skeleton={<BookingSkeleton />}
        >
          {(booking) => <ReviewScreen booking={booking} />}
        </Loaded>
      )}
    </div>
  );
}

function ReviewScreen({ booking }: { booking: Booking }) {
  return (
    <div className="grid gap-6">
      <BookingSummary booking={booking} side="outward" />
      {booking.actions.includes("review") ? (
        <ReviewForm booking={booking} />
      ) : (
        <p role="status" className="rounded-s bg-sunk px-4 py-3">
          {booking.reviewed
            ? "You have already reviewed this booking. Thank you!"
            : "You can review a booking once it is completed."}
        </p>
      )}
      <Reviewed booking={booking} />
    </div>
  );
}

/** Confirmation of a sent review, with a link to book the provider again. */
function Reviewed({ booking }: { booking: Booking }) {
  const navigate = useNavigate();
  const { outcome } = useOutcome();
  const words = outcome && outcomeWords(outcome, booking, true);
  const { provider, skills_id: skill } = booking;
  const again = new URLSearchParams({ user: provider.id, skill });
  return (
    <OutcomeDialog
      open={words !== undefined}
      onClose={() => navigate(HOME)}
      title={words?.title ?? ""}
      person={provider}
      next={words?.next ?? []}
    >
      <ButtonLink to={`/book-service?${again}`} variant="quiet" className="flex-1">
        Book {provider.firstname} again
      </ButtonLink>
      <Button variant="spark" className="flex-1" onClick={() => navigate(HOME)}>
        Go to Bookings
      </Button>
    </OutcomeDialog>
  );
}

const MAX_LENGTH = 2000;

const draftSchema = z.object({
  rating: z.number().check(z.minimum(0), z.maximum(5)),
  comment: z.string(),
});

function ReviewForm({ booking }: { booking: Booking }) {
  const { show } = useOutcome();
  const cache = useQueryCache();
  const refresh = useBookingCache();
  const ownId = useOwnId();
  const draft = useMemo(
    () => draftEntry(`reviewDraft:${ownId}:${booking.id}`, draftSchema, { rating: 0, comment: "" }),
    [ownId, booking.id],
  );
  const [{ rating, comment }, setReview] = useState(draft.load);
  // Kept out of the draft, which stays on the device.
  const [safety, setSafety] = useState<SafetyAnswer>({ words: "" });
  const [tried, setTried] = useState(false);
  const change = (part: { rating?: number; comment?: string }) => {
    const next = { rating, comment, ...part };
    draft.save(next);
    setReview(next);
  };
  const submit = api.useMutation("post", "/api/reviews", {
    onSuccess: ({ moderation }) => {
      draft.remove();
      const review_held = moderation === "held";
      refresh({ ...booking, reviewed: true, review_held, actions: [] });
      cache.invalidate("/api/reviews/user/{id}");
      show("reviewed");
    },
  });
  const { skills_id: skillId, booked_user_id: revieweeId, id: bookingId, provider } = booking;
  return (
    <Form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (rating < 1) return;
        const review = { skillId, revieweeId, rating, comment: comment.trim(), bookingId };
        submit.mutate({ body: { ...review, ...safetyFields(safety) } });
      }}
    >
      <StarChoice
        label={`How was it with ${provider.firstname}?`}
        value={rating}
        error={tried && rating < 1 ? "Choose from one to five stars" : undefined}
        onChange={(stars) => change({ rating: stars })}
      />
      <Textarea
        label="Comments"
        optional
        hint="Neighbours can read this, with your name."
        maxLength={MAX_LENGTH}
        value={comment}
        onChange={(event) => change({ comment: event.target.value })}
      />
      <RequireModule name="moderation">
        <SafetyQuestion firstname={provider.firstname} value={safety} onChange={setSafety} />
      </RequireModule>
      <FormError>
        {submit.error ? messageOf(submit.error, "Failed to submit review") : undefined}
      </FormError>
      <Button type="submit" variant="spark" busy={submit.isPending}>
        Submit review
      </Button>
    </Form>
  );
}

/** Returns the fields of the private answer, if there is one. */
function safetyFields({ feltSafe, words }: SafetyAnswer) {
  if (feltSafe === undefined) return {};
  return { feltSafe, ...(!feltSafe && words.trim() && { safetyWords: words.trim() }) };
}
