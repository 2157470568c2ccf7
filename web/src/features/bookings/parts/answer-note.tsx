import { formatWhenInSentence } from "@/lib/format";
import type { Booking } from "../format";

/** Until when a request can be answered, and what happens then: the server says when. */
export function AnswerNote({ booking, mine }: { booking: Booking; mine: boolean }) {
  const { status, due_at: due, escrow, provider, client } = booking;
  if (status !== "pending" || !due) return null;
  const until = formatWhenInSentence(due);
  const refund = mine ? "you get everything back" : `${client.firstname} gets everything back`;
  const then = escrow === "held" ? `the request lapses and ${refund}` : "the request lapses";
  return (
    <p className="text-small text-ink-2">
      {mine ? `${provider.firstname} has` : "You have"} until {until} to answer. After that {then}.
    </p>
  );
}
