import { formatWhenInSentence } from "@/lib/format";
import type { Booking } from "../format";

/** The server's deadline for answering a request, and the consequence of missing it. */
export function AnswerNote({ booking, mine }: { booking: Booking; mine: boolean }) {
  const { status, due_at: due, escrow, provider, client, proposal, payment_method } = booking;
  if (status !== "pending" || !due) return null;
  const until = formatWhenInSentence(due);
  const whoGets = mine ? "you get" : `${client.firstname} gets`;
  const refund = payment_method === "card" ? "nothing is taken" : `${whoGets} everything back`;
  const then = escrow === "held" ? `the request lapses and ${refund}` : "the request lapses";
  // The proposal itself shows who answers next.
  if (proposal) {
    return (
      <p className="text-small text-ink-2">
        Without an agreement by {until}, {then}.
      </p>
    );
  }
  return (
    <p className="text-small text-ink-2">
      {mine ? `${provider.firstname} has` : "You have"} until {until} to answer. After that {then}.
    </p>
  );
}
