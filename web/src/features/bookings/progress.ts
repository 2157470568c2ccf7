import { pastSteps } from "@/components/booking-steps";
import type { TimelineStep } from "@/components/timeline";
import { confirmed } from "@/lib/booking/events";
import { formatWhenInSentence } from "@/lib/format";
import type { Booking } from "./format";

/** Stages of a successful booking, by the status that begins each. */
const STAGES = ["pending", "accepted", "in_progress", "completed"] as const;

/** Returns the past and future steps of a booking, as `viewer` reads them. */
export function progressOf(booking: Booking, viewer: string, now?: Date): TimelineStep[] {
  return [...pastSteps(booking, viewer, now), ...upcomingSteps(booking, viewer)];
}

function upcomingSteps(booking: Booking, viewer: string): TimelineStep[] {
  const { status, client, provider, payment_method } = booking;
  const mine = viewer === client.id;
  if (status === "disputed") {
    return [
      { title: "Dispute settled", detail: "An admin looks into it and decides", state: "next" },
    ];
  }
  if (status === "completed") return confirmationSteps(booking, mine);
  const reached = (STAGES as readonly string[]).indexOf(status);
  if (reached < 0) return [];
  const other = mine ? provider.firstname : client.firstname;
  const paid = payment_method !== "none";
  const steps: Record<(typeof STAGES)[number], Omit<TimelineStep, "state">> = {
    pending: { title: "Request sent" },
    accepted: {
      title: confirmed(payment_method),
      detail: mine ? `${other} accepts` : "You accept",
    },
    in_progress: {
      title: "Service in progress",
      detail: mine ? "You start it" : `${other} starts it`,
    },
    completed: {
      title: "Service completed",
      detail: completion(mine, paid, other),
    },
  };
  return STAGES.slice(reached + 1).map((stage) => ({ ...steps[stage], state: "next" as const }));
}

function completion(mine: boolean, paid: boolean, other: string): string {
  if (!paid) return mine ? "You confirm" : `${other} confirms`;
  return mine ? `You confirm, ${other} is paid` : `${other} confirms, you are paid`;
}

/** Returns the step after completion, while the money waits for the client or a time limit. */
function confirmationSteps(booking: Booking, mine: boolean): TimelineStep[] {
  if (booking.escrow !== "held") return [];
  const who = mine ? "You confirm" : `${booking.client.firstname} confirms`;
  const detail = booking.release_at
    ? `${who}, or it is paid ${formatWhenInSentence(booking.release_at)}`
    : who;
  return [{ title: "Service completed", detail, state: "next" }];
}
