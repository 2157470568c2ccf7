import type { Schemas } from "@/lib/api";
import { formatWhenInSentence } from "@/lib/format";
import { type Booking, formatAmount, nameOf, statusName } from "../format";

/** What one change of a booking was, as the person `me` tells it between messages. */
export function entrySentence(booking: Booking, index: number, me: string): string {
  const entry = booking.timeline[index];
  if (!entry) return "";
  const { skill_type: skill, client, provider } = booking;
  const before = booking.timeline[index - 1]?.status;
  const who = nameOf(booking, entry.by, me);
  if (entry.step && !(entry.step === "accepted" && before === "pending")) {
    return timeSentence(entry, who, skill);
  }
  switch (entry.status) {
    case "pending":
      return me === client.id
        ? `You asked ${provider.firstname} for ${skill}${whenText(booking, index)}`
        : `${client.firstname} asked you for ${skill}${whenText(booking, index)}`;
    case "accepted":
      return before === "in_progress"
        ? `${who} took the start of ${skill} back`
        : `${who} accepted ${skill}${whenText(booking, index)}`;
    case "in_progress":
      return `${who} started ${skill}`;
    case "completed":
      return `${completedText(booking, entry.by, before, me)}${paidText(booking, index, me)}`;
    case "rejected":
      return before === "disputed"
        ? `The dispute about ${skill} is settled${refundText(booking, index, me)}`
        : `${who} said no to ${skill}${refundText(booking, index, me)}`;
    case "cancelled":
      return entry.by === "system"
        ? `${skill} lapsed: time ran out${refundText(booking, index, me)}`
        : `${who} cancelled ${skill}${refundText(booking, index, me)}`;
    case "disputed":
      return entry.by === "system"
        ? `An admin looks into ${skill}`
        : `${who} opened a dispute about ${skill}`;
    default:
      return `${skill}: ${statusName(entry.status)}`;
  }
}

/** What became of another time. */
function timeSentence(
  { step, booking_date, by }: Booking["timeline"][number],
  who: string,
  skill: string,
): string {
  const time = booking_date ? formatWhenInSentence(booking_date) : "another time";
  switch (step) {
    case "accepted":
      return `${who} agreed to ${time} for ${skill}`;
    case "declined":
      return `${who} would rather keep the old time of ${skill}`;
    case "withdrawn":
      return by === "system"
        ? `Nobody answered in time: ${skill} keeps its time`
        : `${who} took the other time for ${skill} back`;
    default:
      return `${who} proposed ${time} for ${skill}`;
  }
}

/** What a client said of it. */
export function reviewSentence(
  { booking_user_id, client, provider, skill_type }: Booking,
  { rating }: Schemas["GivenReview"],
  me: string,
): string {
  const stars = `${rating} ${rating === 1 ? "star" : "stars"}`;
  return booking_user_id === me
    ? `You gave ${provider.firstname} ${stars} for ${skill_type}`
    : `${client.firstname} gave you ${stars} for ${skill_type}`;
}

/** When it is, unless another time was agreed after this change. */
function whenText({ booking_date, timeline }: Booking, index: number): string {
  const moved = timeline.slice(index + 1).some(({ step }) => step === "accepted");
  return moved ? "" : `, ${formatWhenInSentence(booking_date)}`;
}

function completedText(
  { skill_type: skill, client, provider }: Booking,
  by: string,
  before: Booking["status"] | undefined,
  me: string,
): string {
  if (before === "disputed") return `The dispute about ${skill} is settled`;
  if (by === client.id)
    return `${by === me ? "You" : client.firstname} confirmed that ${skill} is done`;
  if (by === provider.id)
    return `${by === me ? "You" : provider.firstname} marked ${skill} as done`;
  return `${skill} is complete`;
}

/** Of the last change, whom the money went to. */
function paidText(booking: Booking, index: number, me: string): string {
  const { timeline, escrow, payment_method: method, price, provider } = booking;
  if (index !== timeline.length - 1 || method === "none") return "";
  if (escrow === "split") return ", and the payment was shared between you both";
  if (escrow !== "released") return "";
  const paid = me === provider.id ? "you were" : `${provider.firstname} was`;
  return `, and ${paid} paid ${formatAmount(method, price)}`;
}

/** Of the last change, who has the money back. */
function refundText(booking: Booking, index: number, me: string): string {
  const { timeline, escrow, payment_method: method, price, client } = booking;
  if (index !== timeline.length - 1 || method === "none") return "";
  if (escrow === "split") return ", and the payment was shared between you both";
  if (escrow !== "refunded") return "";
  const has = me === client.id ? "you have" : `${client.firstname} has`;
  return `, and ${has} ${formatAmount(method, price)} back`;
}
