import type { Schemas } from "@/lib/api";
import { formatAmount, formatDateAndTime, formatMoney } from "@/lib/format";
import { settlementText } from "./amounts";

type Booking = Schemas["Booking"];
export type BookingEvent = Booking["timeline"][number];

export interface EventWords {
  /** Title, such as `Request sent`. */
  title: string;
  /** Sentence without a full stop: `You asked Dev for Plumbing, Thu 5 Mar, 10:00`. */
  sentence: string;
}

/**
 * Returns the texts for an event of a booking, as `viewer` reads them: its client, its provider, or
 * somebody else, for whom nobody is `you`. Every screen with booking events uses them.
 */
export function eventWords(
  booking: Booking,
  event: BookingEvent,
  viewer: string | undefined,
  now?: Date,
): EventWords {
  const { client, provider, skill_type: skill, payment_method: method } = booking;
  const name = (party: Schemas["Party"]) => (party.id === viewer ? "you" : party.firstname);
  const who = doerOf(booking, event, viewer);
  const time = event.booking_date ? formatDateAndTime(event.booking_date, now) : undefined;
  const at = time ? `, ${time}` : "";
  const money = formatMoney(event.expenses ?? 0);
  const words = (title: string, text: string): EventWords => ({
    title,
    sentence: `${text}${moneyText(booking, event, viewer)}`,
  });
  // A movement of money implies the decision.
  const decided = (withoutMoney: string): EventWords => {
    const amounts = event.settlement && settlementText(booking, event.settlement, viewer);
    return {
      title: "Dispute settled",
      sentence: amounts
        ? `${who} decided about ${skill}: ${amounts}`
        : `${who} decided: ${withoutMoney}`,
    };
  };
  const pair = [client, provider].some(({ id }) => id === viewer)
    ? "you both"
    : `${client.firstname} and ${provider.firstname}`;
  switch (event.kind) {
    case "asked":
      return words("Request sent", `${who} asked ${name(provider)} for ${skill}${at}`);
    case "accepted":
      return words(confirmed(method), `${who} accepted ${skill}${at}`);
    case "accepted_at_time":
      return words(confirmed(method), `${who} agreed to ${time}: ${skill} is booked`);
    case "rejected":
      return words("Request rejected", `${who} said no to ${skill}`);
    case "time_proposed":
      return words("Another time proposed", `${who} proposed ${time} for ${skill}`);
    case "time_agreed":
      return words("New time agreed", `${who} agreed to ${time} for ${skill}`);
    case "time_declined":
      return words("Old time kept", `${who} would rather keep the old time of ${skill}`);
    case "time_withdrawn":
      return words("Proposal taken back", `${who} took back the other time for ${skill}`);
    case "time_lapsed":
      return words("Proposal lapsed", `The time to answer passed: ${skill} stays as it was`);
    case "started":
      return words("Service in progress", `${who} started ${skill}`);
    case "start_undone":
      return words("Start taken back", `${who} took the start of ${skill} back`);
    case "completed":
      return words("Work marked as done", `${who} marked ${skill} as done`);
    case "confirmed":
      return words("Service completed", `${who} confirmed that ${skill} is done`);
    case "released":
      return words("Service completed", `The time to object passed: ${skill} counts as done`);
    case "cancelled":
      return words("Booking cancelled", `${who} cancelled ${skill}`);
    case "expired":
      return words("Request lapsed", `The time to answer passed: ${skill} lapsed`);
    case "abandoned":
      return words("Booking lapsed", `The time to mark ${skill} as done passed: it lapsed`);
    case "charged_back":
      return words("Payment taken back", `The bank took back the payment for ${skill}`);
    case "disputed":
      return words("Dispute opened", `${who} opened a dispute about ${skill}`);
    case "referred":
      return words("Dispute opened", `The time passed: an admin looks into ${skill}`);
    case "decided_release":
      return decided(`${skill} counts as done`);
    case "decided_refund":
      return decided(`${skill} does not count as done`);
    case "expenses_asked":
      return words("Expenses asked for", `${who} asked for ${money} of expenses for ${skill}`);
    case "expenses_paid":
      return words("Expenses paid", `${who} paid ${money} of expenses for ${skill}`);
    case "expenses_declined":
      return words("Expenses declined", `${who} declined the expenses for ${skill}`);
    case "expenses_lapsed":
      return words("Expenses lapsed", `The time to answer passed: no expenses paid for ${skill}`);
    case "decided_split":
      return words("Dispute settled", `${who} split the payment for ${skill} between ${pair}`);
  }
}

/** Returns `Request and payment confirmed`, or the text for a free booking. */
export function confirmed(method: Booking["payment_method"]): string {
  return method === "none" ? "Request confirmed" : "Request and payment confirmed";
}

/** Returns the comment on an event, in quotation marks; undefined without one. */
export function eventQuote({ words }: BookingEvent): string | undefined {
  return words ? `“${words}”` : undefined;
}

/** Returns the subject of the sentence; staff are not named. */
function doerOf(
  { client, provider }: Booking,
  { by, delegate }: BookingEvent,
  viewer: string | undefined,
): string {
  if (by === "admin") return "An admin";
  if (by === "system") return "Nobody";
  const party = by === "client" ? client : provider;
  const own = party.id === viewer;
  if (delegate) return `${delegate} (for ${own ? "you" : party.firstname})`;
  return own ? "You" : party.firstname;
}

/** Returns the effect of an event on the money; empty if it moved none. */
function moneyText(
  booking: Booking,
  { settlement }: BookingEvent,
  viewer: string | undefined,
): string {
  if (!settlement) return "";
  const { payment_method: method, client, provider } = booking;
  const { to_client: back, to_provider: paid } = settlement;
  if (paid > 0 && back > 0) return ` (${settlementText(booking, settlement, viewer)})`;
  if (paid > 0) {
    const who = provider.id === viewer ? "you were" : `${provider.firstname} was`;
    return `, and ${who} paid ${formatAmount(method, paid)}`;
  }
  if (back > 0) {
    const who = client.id === viewer ? "you have" : `${client.firstname} has`;
    return `, and ${who} ${formatAmount(method, back)} back`;
  }
  return "";
}
