import type { Schemas } from "@/lib/api";
import { formatWhen } from "@/lib/format";
import type { ThreadEntry } from "@/lib/in-thread";
import { statusName } from "./format";
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
  const entries = booking.timeline.map(({ status, at, words }, index): ThreadEntry => {
    const text = entrySentence(booking, index, me);
    const whole = index === latest && (goesOn(booking) || booking.actions.length > 0);
    return {
      key: `booking-${booking.id}-${index}`,
      at,
      text,
      ...(whole && goesOn(booking) && { open: { text: openText(booking), link } }),
      node: whole ? (
        <BookingInThread booking={booking} mine={mine} text={text} link={link} />
      ) : (
        <ThreadNote status={status} text={text} quote={words ?? ""} link={link} />
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

function openText({ skill_type, booking_date, status }: Schemas["Booking"]): string {
  return `${skill_type} · ${formatWhen(booking_date)} · ${statusName(status)}`;
}

/** Whether it goes on: what is done, paid and perhaps not reviewed does not. */
function goesOn({ status, escrow }: Schemas["Booking"]): boolean {
  const over = status === "completed" || status === "rejected" || status === "cancelled";
  return !over || (status === "completed" && escrow === "held");
}
