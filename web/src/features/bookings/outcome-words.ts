import { formatAmount, formatWhen, formatWhenInSentence } from "@/lib/format";
import type { Booking } from "./format";
import { formatHours } from "./format";
import type { Outcome } from "./use-outcome";

export interface OutcomeWords {
  /** Completed action. */
  title: string;
  /** Next steps, in order. */
  next: string[];
}

/**
 * Returns the message after an action of the client (`mine`) or the provider. Undefined once the
 * booking has moved on.
 */
export function outcomeWords(
  outcome: Outcome,
  booking: Booking,
  mine: boolean,
  now?: Date,
): OutcomeWords | undefined {
  const { status } = booking;
  switch (outcome) {
    case "sent":
      return mine && status === "pending" ? sentWords(booking, now) : undefined;
    case "accepted":
      return status === "accepted" ? acceptedWords(booking, mine, now) : undefined;
    case "completed":
      if (status !== "completed") return undefined;
      return mine ? paidWords(booking) : completedWords(booking, now);
    case "reviewed":
      return mine && booking.reviewed ? reviewedWords(booking) : undefined;
  }
}

const sentTitles: Record<Booking["payment_method"], string> = {
  wallet: "Wallet payment successful!",
  spark_token: "SparkToken payment successful!",
  card: "Request sent!",
  none: "Request sent!",
};

function sentWords(booking: Booking, now?: Date): OutcomeWords {
  const { payment_method: method, provider, price, due_at, booking_date, escrow } = booking;
  const until = formatWhenInSentence(due_at ?? booking_date, now);
  const next = [
    `Your request is on its way to ${provider.firstname}, who has until ${until} to answer. You can cancel it until then.`,
    `If ${provider.firstname} says yes, you both see how to reach each other.`,
  ];
  if (method === "card") {
    next.push(
      `Your card is charged ${formatAmount(method, price)} only if ${provider.firstname} says yes. Otherwise nothing is taken.`,
    );
  } else if (escrow === "held") {
    next.push(
      `What you paid, ${formatAmount(method, price)}, is set aside until the work is done. If ${provider.firstname} says no or does not answer, you get all of it back.`,
    );
  }
  return { title: sentTitles[method], next };
}

function acceptedWords(booking: Booking, mine: boolean, now?: Date): OutcomeWords {
  const { client, provider, skill_type: skill, booking_date: date, hours } = booking;
  const { payment_method: method, price } = booking;
  const other = mine ? provider.firstname : client.firstname;
  const paid = method !== "none";
  const notified = `${other} has been told. You both see how to reach each other now.`;
  const visit = `${formatWhen(date, now)}, for ${formatHours(hours)}: ${skill} ${mine ? "with" : "for"} ${other}.`;
  const afterwards = mine
    ? `Press Start Service when the work begins, and Mark Complete when it is done${paid ? `: ${other} is paid then` : ""}.`
    : `When it is done, choose Complete booking${paid ? `. You are paid ${formatAmount(method, price)} once ${other} confirms` : ""}.`;
  const moved = booking.timeline.at(-1)?.kind !== "accepted";
  return {
    title: moved ? `Booked for ${formatWhen(date, now)}` : "Booking accepted",
    next: [notified, visit, afterwards],
  };
}

/** Depends on the current state: the other party may confirm while the message is read. */
function completedWords(booking: Booking, now?: Date): OutcomeWords | undefined {
  const { client, payment_method: method, price, release_at, escrow } = booking;
  const title = "Booking completed";
  if (method === "none") return { title, next: [`Thank you! ${client.firstname} has been told.`] };
  if (escrow === "released") {
    return { title, next: [`Thank you! You have been paid ${formatAmount(method, price)}.`] };
  }
  if (escrow !== "held") return undefined;
  const latest = release_at ? `, or ${formatWhenInSentence(release_at, now)} at the latest` : "";
  return {
    title,
    next: [
      `Thank you! ${client.firstname} is asked to confirm.`,
      `You are paid ${formatAmount(method, price)} when they do${latest}.`,
    ],
  };
}

function paidWords(booking: Booking): OutcomeWords {
  const { provider, payment_method: method, price } = booking;
  const payment =
    method === "none"
      ? `${provider.firstname} has been told.`
      : `${provider.firstname} has been paid ${formatAmount(method, price)}.`;
  return {
    title: "Service completed",
    next: [payment, "Leave a review: it helps other neighbours to choose."],
  };
}

function reviewedWords({ provider, review_held }: Booking): OutcomeWords {
  if (review_held) {
    return {
      title: "Review saved",
      next: [
        "A moderator looks at the first posts of new members before others see them.",
        "You are told as soon as it is shown.",
      ],
    };
  }
  return {
    title: "Review submitted successfully",
    next: [
      `${provider.firstname} has been told, and neighbours can read it on ${provider.firstname}'s profile.`,
      `Need ${provider.firstname} again? You can send another request.`,
    ],
  };
}
