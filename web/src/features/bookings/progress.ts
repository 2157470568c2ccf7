import type { TimelineStep } from "@/components/timeline";
import { formatWhenInSentence } from "@/lib/format";
import { type Booking, nameOf } from "./format";

type Entry = Booking["timeline"][number];

/** The stages that a booking passes when all goes well, by the status that each begins with. */
const STAGES = ["pending", "accepted", "in_progress", "completed"] as const;

/**
 * What has happened to a booking, who did it and when, and what is still to come, as
 * `viewer` reads it.
 */
export function progressOf(booking: Booking, viewer: string, now?: Date): TimelineStep[] {
  const done = booking.timeline.map((entry, index): TimelineStep => {
    const isLast = index === booking.timeline.length - 1;
    return {
      id: `${entry.at} ${entry.step ?? entry.status}`,
      ...withWords(pastStep(booking, entry, index, viewer, now), entry.words),
      state: isLast ? latestStepState(booking) : "done",
    };
  });
  return [...done, ...upcomingSteps(booking, viewer)];
}

function latestStepState({ status, escrow }: Booking): TimelineStep["state"] {
  if (status === "rejected" || status === "cancelled") return "stopped";
  return status === "completed" && escrow !== "held" ? "done" : "now";
}

function pastStep(booking: Booking, entry: Entry, index: number, viewer: string, now?: Date) {
  const { client, provider } = booking;
  const who = nameOf(booking, entry.by, viewer);
  const when = formatWhenInSentence(entry.at, now);
  const step = (title: string, did: string) => ({ title, detail: `${who} ${did}, ${when}` });
  const before = booking.timeline[index - 1]?.status;
  const dispute = before === "disputed";
  if (entry.step && !(entry.step === "accepted" && before === "pending")) {
    return timeStep(entry, who, when, now);
  }
  switch (entry.status) {
    case "pending":
      return step("Request sent", "asked");
    case "accepted": {
      const paid = booking.payment_method !== "none";
      const title = paid ? "Request and payment confirmed" : "Request confirmed";
      return step(title, entry.step ? `agreed to ${newTime(entry, now)}` : "accepted");
    }
    case "in_progress":
      return step("Service in progress", "started");
    case "completed":
      if (dispute) return step("Dispute settled", "decided");
      if (entry.by === provider.id) return step("Work marked as done", "completed it");
      if (entry.by === client.id) return step("Service completed", "confirmed");
      return { title: "Service completed", detail: `Payment released ${when}` };
    case "rejected":
      return dispute ? step("Dispute settled", "decided") : step("Request rejected", "said no");
    case "cancelled":
      return entry.by === "system"
        ? { title: "Booking lapsed", detail: `Time ran out ${when}` }
        : step("Booking cancelled", "cancelled");
    case "disputed":
      return step("Dispute opened", "opened it");
  }
}

/** What became of another time. */
function timeStep(entry: Entry, who: string, when: string, now?: Date) {
  switch (entry.step) {
    case "accepted":
      return {
        title: "New time agreed",
        detail: `${who} agreed to ${newTime(entry, now)}, ${when}`,
      };
    case "declined":
      return { title: "Old time kept", detail: `${who} would rather keep it, ${when}` };
    case "withdrawn":
      return entry.by === "system"
        ? { title: "Proposal lapsed", detail: `Nobody answered by then, ${when}` }
        : { title: "Proposal taken back", detail: `${who} took it back, ${when}` };
    default:
      return {
        title: "Another time proposed",
        detail: `${who} proposed ${newTime(entry, now)}, ${when}`,
      };
  }
}

function newTime({ booking_date: date }: Entry, now?: Date): string {
  return date ? formatWhenInSentence(date, now) : "another time";
}

/** With what somebody said about it. */
function withWords(step: { title: string; detail: string }, words: string | undefined) {
  return words ? { ...step, detail: `${step.detail}: “${words}”` } : step;
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
      title: paid ? "Request and payment confirmed" : "Request confirmed",
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

/** The provider says that it is done, and the money waits for the client or for time. */
function confirmationSteps(booking: Booking, mine: boolean): TimelineStep[] {
  if (booking.escrow !== "held") return [];
  const who = mine ? "You confirm" : `${booking.client.firstname} confirms`;
  const detail = booking.release_at
    ? `${who}, or it is paid ${formatWhenInSentence(booking.release_at)}`
    : who;
  return [{ title: "Service completed", detail, state: "next" }];
}
