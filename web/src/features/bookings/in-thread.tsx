import type { Schemas } from "@/lib/api";
import { eventQuote, eventWords } from "@/lib/booking/events";
import { formatWhen } from "@/lib/format";
import type { ThreadEntry } from "@/lib/in-thread";
import { statusName } from "./format";
import { BookingInThread } from "./thread/booking-in-thread";
import { reviewSentence } from "./thread/review-sentence";
import { ThreadNote } from "./thread/thread-note";

/**
 * Returns the thread's entries for a booking, in order: a line for each change, and an open
 * booking's card at its last change.
 */
export function entriesOf(
  { booking, review }: Schemas["BookingTogether"],
  me: string,
): ThreadEntry[] {
  const mine = booking.booking_user_id === me;
  const link = `${mine ? "/outward-progress" : "/inward-details"}/${booking.id}`;
  const latest = booking.timeline.length - 1;
  const entries = booking.timeline.map((event, index): ThreadEntry => {
    const { status, at } = event;
    const text = eventWords(booking, event, me).sentence;
    const whole = index === latest && (goesOn(booking) || booking.actions.length > 0);
    return {
      key: `booking-${booking.id}-${index}`,
      at,
      text,
      ...(whole && goesOn(booking) && { open: { text: openText(booking), link } }),
      node: whole ? (
        <BookingInThread booking={booking} mine={mine} text={text} link={link} />
      ) : (
        <ThreadNote status={status} text={text} quote={eventQuote(event)} link={link} />
      ),
    };
  });
  if (!review) return entries;
  const text = reviewSentence(booking, review, me);
  const note = (
    <ThreadNote
      status="reviewed"
      text={text}
      quote={review.comment && `“${review.comment}”`}
      link={link}
    />
  );
  return [
    ...entries,
    { key: `booking-${booking.id}-review`, at: review.created_at, text, node: note },
  ];
}

function openText({ skill_type, booking_date, status }: Schemas["Booking"]): string {
  return `${skill_type} · ${formatWhen(booking_date)} · ${statusName(status)}`;
}

/** Checks whether the booking continues; a paid one does not, even without a review. */
function goesOn({ status, escrow }: Schemas["Booking"]): boolean {
  const over = status === "completed" || status === "rejected" || status === "cancelled";
  return !over || (status === "completed" && escrow === "held");
}
