import { settlementText } from "@/components/dispute/amounts";
import type { Schemas } from "@/lib/api";
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

/** `In progress`. */
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

/** What cancelling costs a client, in plain words. */
function policyText(policy: Policy): string {
  return policies[policy];
}

const methods: Record<Booking["payment_method"], string> = {
  wallet: "Wallet, in pounds",
  spark_token: "Wallet, in sparks",
  card: "Card",
  none: "Free",
};

/** `Wallet, in pounds`. */
export function methodName(method: Booking["payment_method"]): string {
  return methods[method];
}

/** Where the booking's money is, for its client or its provider; nothing for a free one. */
export function escrowText(booking: Booking, mine: boolean): string | undefined {
  const { escrow, provider, client } = booking;
  switch (escrow) {
    case "held":
      return "Held safely until the work is done";
    case "released":
      return mine ? `Paid to ${provider.firstname}` : "Paid to you";
    case "refunded":
      return mine ? "Back in your wallet" : `Returned to ${client.firstname}`;
    case "split":
      return splitText(booking, mine ? client.id : provider.id);
    case "none":
      return undefined;
  }
}

/** Who got how much of a booking whose money was divided. */
export function splitText(booking: Booking, viewer: string): string | undefined {
  const { escrow, settlement } = booking;
  if (escrow !== "split") return undefined;
  return (settlement && settlementText(booking, settlement, viewer)) ?? "Shared between you both";
}

/** `1 hour`, `3 hours`. */
export function formatHours(hours: number): string {
  return `${hours} ${hours === 1 ? "hour" : "hours"}`;
}

/** From when the caller can do something that the time for has not come. */
export function actionPossibleFrom(
  booking: Pick<Booking, "later">,
  action: Booking["actions"][number],
): string | undefined {
  return booking.later.find((later) => later.action === action)?.from;
}

/** Until when the caller can do something that they can do now; undefined where nothing ends it. */
export function actionPossibleUntil(
  booking: Pick<Booking, "deadlines">,
  action: Booking["actions"][number],
): string | undefined {
  return booking.deadlines.find((deadline) => deadline.action === action)?.until;
}

/** What cancelling a priced booking costs its client, with the moment when the server knows it. */
export function cancelText(policy: Policy, until: string | undefined, now = new Date()): string {
  if (!until) return policyText(policy);
  const when = formatWhenInSentence(until, now);
  if (policy === "flexible") return `You can cancel until ${when} and get everything back.`;
  return Date.parse(until) > now.getTime()
    ? `You can cancel until ${when} and get everything back. Later, once your request is accepted, you get half back.`
    : "You get everything back if you cancel before your request is accepted, and half of it after that, because the date is so close.";
}

/** `Dev Kaur`. */
export function fullName({ firstname, lastname }: { firstname: string; lastname: string }): string {
  return `${firstname} ${lastname}`.trim();
}

/** What people call somebody of that name. */
export function firstWord(name: string): string {
  return name.split(" ")[0] ?? name;
}

/** Who of a booking did something, as `viewer` calls them: `You`, `Dev` or `An admin`. */
export function nameOf({ client, provider }: Booking, id: string, viewer: string): string {
  if (id === viewer) return "You";
  if (id === client.id) return client.firstname;
  if (id === provider.id) return provider.firstname;
  return "An admin";
}
