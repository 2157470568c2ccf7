import { describe, expect, test } from "vitest";
import type { Booking } from "./format";
import { progressOf } from "./progress";

const NOW = new Date("2026-03-03T12:00:00Z");
const dev = { id: "dev", firstname: "Dev", lastname: "Kaur", location: "" };
const ana = { id: "ana", firstname: "Ana", lastname: "Mensah", location: "" };

/** A booking that passed through these changes, each an hour after the one before. */
function booking(changes: [Booking["status"], string][], over: Partial<Booking> = {}): Booking {
  const timeline = changes.map(([status, by], hour) => ({
    status,
    by,
    at: `2026-03-02T${String(9 + hour).padStart(2, "0")}:00:00Z`,
  }));
  const status = changes.at(-1)?.[0] ?? "pending";
  return {
    status,
    timeline,
    client: ana,
    provider: dev,
    payment_method: "wallet",
    escrow: "held",
    actions: [],
    ...over,
  } as unknown as Booking;
}

function lines(of: Booking, viewer = "ana"): string[] {
  return progressOf(of, viewer, NOW).map(
    ({ state, title, detail }) => `${state}: ${title} (${detail})`,
  );
}

const asked: [Booking["status"], string] = ["pending", "ana"];
const accepted: [Booking["status"], string] = ["accepted", "dev"];
const started: [Booking["status"], string] = ["in_progress", "ana"];

describe("the progress of a booking", () => {
  test("that waits for an answer, as its provider reads it", () => {
    expect(lines(booking([asked]), "dev")).toEqual([
      "now: Request sent (Ana asked, yesterday, 09:00)",
      "next: Request and payment confirmed (You accept)",
      "next: Service in progress (Ana starts it)",
      "next: Service completed (Ana confirms, you are paid)",
    ]);
  });

  test("that is under way", () => {
    expect(lines(booking([asked, accepted, started]))).toEqual([
      "done: Request sent (You asked, yesterday, 09:00)",
      "done: Request and payment confirmed (Dev accepted, yesterday, 10:00)",
      "now: Service in progress (You started, yesterday, 11:00)",
      "next: Service completed (You confirm, Dev is paid)",
    ]);
  });

  test("that is free says nothing of payment", () => {
    const free = booking([asked, accepted], { payment_method: "none", escrow: "none" });
    expect(lines(free)).toEqual([
      "done: Request sent (You asked, yesterday, 09:00)",
      "now: Request confirmed (Dev accepted, yesterday, 10:00)",
      "next: Service in progress (You start it)",
      "next: Service completed (You confirm)",
    ]);
  });

  test("that the provider completed waits for the client", () => {
    const waiting = booking([asked, accepted, ["completed", "dev"]], {
      release_at: "2026-03-05T11:00:00Z",
    });
    expect(lines(waiting).slice(2)).toEqual([
      "now: Work marked as done (Dev completed it, yesterday, 11:00)",
      "next: Service completed (You confirm, or it is paid Thu 5 Mar, 11:00)",
    ]);
    const confirmed = booking([asked, accepted, ["completed", "dev"], ["completed", "ana"]], {
      escrow: "released",
    });
    expect(lines(confirmed).at(-1)).toBe(
      "done: Service completed (You confirmed, yesterday, 12:00)",
    );
  });

  test("that ended early says who ended it", () => {
    expect(lines(booking([asked, ["rejected", "dev"]])).at(-1)).toBe(
      "stopped: Request rejected (Dev said no, yesterday, 10:00)",
    );
    expect(lines(booking([asked, ["cancelled", "system"]])).at(-1)).toBe(
      "stopped: Booking lapsed (Time ran out yesterday, 10:00)",
    );
    expect(lines(booking([asked, accepted, ["cancelled", "ana"]])).at(-1)).toBe(
      "stopped: Booking cancelled (You cancelled, yesterday, 11:00)",
    );
  });

  test("that is disputed, and then decided", () => {
    expect(lines(booking([asked, accepted, ["disputed", "ana"]])).slice(2)).toEqual([
      "now: Dispute opened (You opened it, yesterday, 11:00)",
      "next: Dispute settled (An admin looks into it and decides)",
    ]);
    const decided = booking([asked, accepted, ["disputed", "ana"], ["completed", "iris"]], {
      escrow: "split",
    });
    expect(lines(decided).at(-1)).toBe(
      "done: Dispute settled (An admin decided, yesterday, 12:00)",
    );
  });

  test("tells what became of another time, and what was said", () => {
    const of = booking([asked, accepted, accepted, accepted, accepted, accepted]);
    const date = "2026-03-05T10:00:00Z";
    Object.assign(of.timeline[1] ?? {}, { words: "Ring twice." });
    Object.assign(of.timeline[2] ?? {}, { step: "proposed", booking_date: date, words: "Late." });
    Object.assign(of.timeline[3] ?? {}, { step: "declined", booking_date: date, by: "ana" });
    Object.assign(of.timeline[4] ?? {}, { step: "withdrawn", booking_date: date, by: "system" });
    Object.assign(of.timeline[5] ?? {}, { step: "accepted", booking_date: date, by: "ana" });
    expect(lines(of).slice(1, 6)).toEqual([
      "done: Request and payment confirmed (Dev accepted, yesterday, 10:00: “Ring twice.”)",
      "done: Another time proposed (Dev proposed Thu 5 Mar, 10:00, yesterday, 11:00: “Late.”)",
      "done: Old time kept (You would rather keep it, yesterday, 12:00)",
      "done: Proposal lapsed (Nobody answered by then, yesterday, 13:00)",
      "now: New time agreed (You agreed to Thu 5 Mar, 10:00, yesterday, 14:00)",
    ]);
    const request = booking([asked, accepted]);
    Object.assign(request.timeline[1] ?? {}, { step: "accepted", booking_date: date, by: "ana" });
    expect(lines(request)[1]).toBe(
      "now: Request and payment confirmed (You agreed to Thu 5 Mar, 10:00, yesterday, 10:00)",
    );
  });
});
