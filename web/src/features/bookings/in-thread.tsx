import type { Schemas } from "@/lib/api";
import type { ThreadEntry } from "@/lib/in-thread";
import { BookingInThread } from "./thread/booking-in-thread";
import { entrySentence, reviewSentence } from "./thread/sentences";
import { ThreadNote } from "./thread/thread-note";

/**
 * What became of a booking, in the order in which it did: a line for each change, and for what is
 * still open the whole of it where it changed last.
 */
export function entriesOf(
  { booking, review }: Schemas["BookingTogether"],
  me: string,
): ThreadEntry[] {
  const mine = booking.booking_user_id === me;
  const link = `${mine ? "/outward-progress" : "/inward-details"}/${booking.id}`;
  const latest = booking.timeline.length - 1;
  const entries = booking.timeline.map(({ status, at }, index): ThreadEntry => {
    const text = entrySentence(booking, index, me);
    const whole = index === latest && isOpen(booking);
    return {
      key: `booking-${booking.id}-${index}`,
      at,
      text,
      node: whole ? (
        <BookingInThread booking={booking} mine={mine} text={text} link={link} />
      ) : (
        <ThreadNote status={status} text={text} link={link} />
      ),
    };
  });
  if (!review) return entries;
  const text = reviewSentence(booking, review, me);
  const note = <ThreadNote status="reviewed" text={text} quote={review.comment} link={link} />;
  return [
    ...entries,
    { key: `booking-${booking.id}-review`, at: review.created_at, text, node: note },
  ];
}

/** Whether anything can still be done about it, now or later, by either of the two. */
function isOpen({ status, escrow, actions, later }: Schemas["Booking"]): boolean {
  const over = status === "completed" || status === "rejected" || status === "cancelled";
  return (
    !over || actions.length > 0 || later.length > 0 || (status === "completed" && escrow === "held")
  );
}
