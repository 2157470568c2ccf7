import type { Schemas } from "@/lib/api";
import { eventQuote, eventWords } from "@/lib/booking/events";
import { formatWhen } from "@/lib/format";
import type { TimelineStep } from "./timeline";

type Booking = Schemas["Booking"];

/** Returns the events of a booking as `viewer` reads them; staff are no viewer. */
export function pastSteps(booking: Booking, viewer?: string, now?: Date): TimelineStep[] {
  const latest = booking.timeline.length - 1;
  return booking.timeline.map((event, index): TimelineStep => {
    const { title, sentence } = eventWords(booking, event, viewer, now);
    return {
      id: String(index),
      title,
      detail: sentence,
      when: formatWhen(event.at, now),
      quote: eventQuote(event),
      state: index === latest ? latestStepState(booking) : "done",
    };
  });
}

function latestStepState({ status, escrow }: Booking): TimelineStep["state"] {
  if (status === "rejected" || status === "cancelled") return "stopped";
  return status === "completed" && escrow !== "held" ? "done" : "now";
}
