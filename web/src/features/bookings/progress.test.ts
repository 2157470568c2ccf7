import { describe, expect, test } from "vitest";
import { sampleBooking } from "@/test/booking";
import type { Booking } from "./format";
import { progressOf } from "./progress";

const NOW = new Date("2026-03-03T12:00:00Z");

type Event = Booking["timeline"][number];
const event = (
  kind: Event["kind"],
  status: Event["status"],
  by: Event["by"],
  hour: number,
): Event => ({ kind, status, by, at: `2026-03-02T${String(hour).padStart(2, "0")}:00:00Z` });

const requested = event("asked", "pending", "client", 9);
const accepted = event("accepted", "accepted", "provider", 10);
const started = event("started", "in_progress", "client", 11);
const completed = event("completed", "completed", "provider", 12);
const ASKED = "done: Request sent (You asked Dev for Plumbing; Yesterday, 09:00)";

/** Returns a booking with this timeline. */
function booking(timeline: Event[], over: Partial<Booking> = {}): Booking {
  const status = timeline.at(-1)?.status ?? "pending";
  return sampleBooking({ status, timeline, actions: [], ...over });
}

function lines(of: Booking, viewer = "ana"): string[] {
  return progressOf(of, viewer, NOW).map(({ state, title, detail, quote, when }) => {
    const parts = [detail, quote, when].filter(Boolean).join("; ");
    return `${state}: ${title} (${parts})`;
  });
}

describe("the progress of a booking", () => {
  test("a pending booking, for its provider", () => {
    expect(lines(booking([requested]), "dev")).toEqual([
      "now: Request sent (Ana asked you for Plumbing; Yesterday, 09:00)",
      "next: Request and payment confirmed (You accept)",
      "next: Service in progress (Ana starts it)",
      "next: Service completed (Ana confirms, you are paid)",
    ]);
  });

  test("a booking in progress", () => {
    expect(lines(booking([requested, accepted, started]))).toEqual([
      ASKED,
      "done: Request and payment confirmed (Dev accepted Plumbing; Yesterday, 10:00)",
      "now: Service in progress (You started Plumbing; Yesterday, 11:00)",
      "next: Service completed (You confirm, Dev is paid)",
    ]);
  });

  test("a free booking omits payment and quotes messages", () => {
    const answered = { ...accepted, words: "Ring twice." };
    const free = booking([requested, answered], { payment_method: "none", escrow: "none" });
    expect(lines(free)).toEqual([
      ASKED,
      "now: Request confirmed (Dev accepted Plumbing; “Ring twice.”; Yesterday, 10:00)",
      "next: Service in progress (You start it)",
      "next: Service completed (You confirm)",
    ]);
  });

  test("a booking completed by the provider waits for the client", () => {
    const waiting = booking([requested, accepted, completed], {
      release_at: "2026-03-05T11:00:00Z",
    });
    expect(lines(waiting).slice(2)).toEqual([
      "now: Work marked as done (Dev marked Plumbing as done; Yesterday, 12:00)",
      "next: Service completed (You confirm, or it is paid Thu 5 Mar, 11:00)",
    ]);
    const confirmed = event("confirmed", "completed", "client", 13);
    const paid = booking([requested, accepted, completed, confirmed], { escrow: "released" });
    expect(lines(paid).at(-1)).toBe(
      "done: Service completed (You confirmed that Plumbing is done; Yesterday, 13:00)",
    );
  });

  test("a booking that ended early has stopped", () => {
    expect(lines(booking([requested, event("rejected", "rejected", "provider", 10)])).at(-1)).toBe(
      "stopped: Request rejected (Dev said no to Plumbing; Yesterday, 10:00)",
    );
  });

  test("a disputed booking waits for a decision", () => {
    const disputed = event("disputed", "disputed", "client", 11);
    expect(lines(booking([requested, accepted, disputed])).slice(2)).toEqual([
      "now: Dispute opened (You opened a dispute about Plumbing; Yesterday, 11:00)",
      "next: Dispute settled (An admin looks into it and decides)",
    ]);
    const decided = event("decided_split", "completed", "admin", 12);
    const over = booking([requested, accepted, disputed, decided], { escrow: "split" });
    expect(lines(over).at(-1)).toBe(
      "done: Dispute settled (An admin split the payment for Plumbing between you both; Yesterday, 12:00)",
    );
  });
});
