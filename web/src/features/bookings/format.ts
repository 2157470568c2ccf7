import type { Schemas } from "@/lib/api";
import { settlementText } from "@/lib/booking/amounts";
import { formatWhenInSentence } from "@/lib/format";

export { formatAmount } from "@/lib/format";

export type Booking = Schemas["Booking"];
export type Policy = Schemas["Quote"]["cancellation_policy"];

const statusNames: Record<Booking["status"], string> = {
  pending: "Pending",
  accepted: "Accepted",
  in_progress: "In progress",
  completed: "Completed",
  rejected: "Rejected",
  cancelled: "Cancelled",
  disputed: "Disputed",
};

/** Returns `In progress`. */
export function statusName(status: Booking["status"]): string {
  return statusNames[status];
}

const policies: Record<Policy, string> = {
  flexible: "You can cancel at any time before it starts and get everything back.",
  moderate:
    "You can cancel and get everything back until 24 hours before. Later, once your request is accepted, you get half back.",
  strict:
    "You can cancel and get everything back until 72 hours before. Later, once your request is accepted, you get half back.",
};

/** Returns a client's cost of cancelling, in plain words. */
function policyText(policy: Policy): string {
  return policies[policy];
}

const methods: Record<Booking["payment_method"], string> = {
  wallet: "Wallet, in pounds",
  spark_token: "Wallet, in sparks",
  card: "Card",
  none: "Free",
};

/** Returns `Wallet, in pounds`. */
export function methodName(method: Booking["payment_method"]): string {
  return methods[method];
}

/** Returns the state of the booking's money, for either party; undefined if it is free. */
export function escrowText(booking: Booking, mine: boolean): string | undefined {
  const { escrow, provider, client } = booking;
  switch (escrow) {
    case "held":
      return heldText(booking, mine);
    case "released":
      return mine ? `Paid to ${provider.firstname}` : "Paid to you";
    case "refunded":
      if (!mine) return `Returned to ${client.firstname}`;
      if (booking.chargeback === "lost") return "Taken back by your bank";
      return booking.payment_method === "card" ? "Goes back to your card" : "Back in your wallet";
    case "split":
      return splitText(booking, mine ? client.id : provider.id);
    case "none":
      return undefined;
  }
}

/** Returns the event until which money is held, which depends on the booking's status. */
function heldText(booking: Booking, mine: boolean): string {
  const { status, client, payment_method, chargeback } = booking;
  if (chargeback === "open") return "Held until the bank decides";
  if (status === "pending" && payment_method === "card") return "Card authorised, not charged";
  if (status === "disputed") return "Held until an admin decides";
  if (status !== "completed") return "Held safely until the work is done";
  return mine ? "Held until you confirm" : `Held until ${client.firstname} confirms`;
}

/** Returns the two shares of a booking whose money was divided; undefined otherwise. */
export function splitText(booking: Booking, viewer: string): string | undefined {
  const { escrow, settlement } = booking;
  if (escrow !== "split") return undefined;
  return (settlement && settlementText(booking, settlement, viewer)) ?? "Shared between you both";
}

/** Returns `1 hour`, `3 hours`. */
export function formatHours(hours: number): string {
  return `${hours} ${hours === 1 ? "hour" : "hours"}`;
}

/** Returns the earliest time of an action that is not possible yet. */
export function actionPossibleFrom(
  booking: Pick<Booking, "later">,
  action: Booking["actions"][number],
): string | undefined {
  return booking.later.find((later) => later.action === action)?.from;
}

/** Returns the deadline of an action that is possible now; undefined without one. */
export function actionPossibleUntil(
  booking: Pick<Booking, "deadlines">,
  action: Booking["actions"][number],
): string | undefined {
  return booking.deadlines.find((deadline) => deadline.action === action)?.until;
}

/** Returns the client's cost of cancelling, with the deadline where the server knows it. */
export function cancelText(policy: Policy, until: string | undefined, now = new Date()): string {
  if (!until) return policyText(policy);
  const when = formatWhenInSentence(until, now);
  if (policy === "flexible") return `You can cancel until ${when} and get everything back.`;
  return Date.parse(until) > now.getTime()
    ? `You can cancel until ${when} and get everything back. Later, once your request is accepted, you get half back.`
    : "You get everything back if you cancel before your request is accepted, and half of it after that, because the date is so close.";
}

/** Returns `Dev Kaur`. */
export function fullName({ firstname, lastname }: { firstname: string; lastname: string }): string {
  return `${firstname} ${lastname}`.trim();
}

/** Returns the first word of a name, used to address the person. */
export function firstWord(name: string): string {
  return name.split(" ")[0] ?? name;
}
