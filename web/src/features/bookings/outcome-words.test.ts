import { expect, test } from "vitest";
import { sampleBooking } from "@/test/booking";
import type { Booking } from "./format";
import { outcomeWords } from "./outcome-words";
import type { Outcome } from "./use-outcome";

const NOW = new Date("2099-03-02T10:00:00Z");
const accepted: Partial<Booking> = {
  status: "accepted",
  timeline: [{ kind: "accepted", status: "accepted", at: "2099-03-02T10:00:00Z", by: "provider" }],
};
const free: Partial<Booking> = { payment_method: "none", escrow: "none", price: 0 };
const completed: Partial<Booking> = { status: "completed", release_at: "2099-03-11T19:00:00Z" };

test.each<[string, Outcome, boolean, Partial<Booking>, string, string[]]>([
  [
    "a request that was paid for",
    "sent",
    true,
    { due_at: "2099-03-08T17:00:00Z" },
    "Wallet payment successful!",
    [
      "Your request is on its way to Dev, who has until Sun 8 Mar, 17:00 to answer. You can cancel it until then.",
      "If Dev says yes, you both see how to reach each other.",
      "What you paid, £24.00, is set aside until the work is done. If Dev says no or does not answer, you get all of it back.",
    ],
  ],
  [
    "one that costs nothing",
    "sent",
    true,
    free,
    "Request sent!",
    [
      "Your request is on its way to Dev, who has until Sun 8 Mar, 17:00 to answer. You can cancel it until then.",
      "If Dev says yes, you both see how to reach each other.",
    ],
  ],
  [
    "a provider's yes",
    "accepted",
    false,
    accepted,
    "Booking accepted",
    [
      "Ana has been told. You both see how to reach each other now.",
      "Sun 8 Mar, 17:00, for 2 hours: Plumbing for Ana.",
      "When it is done, choose Complete booking. You are paid £24.00 once Ana confirms.",
    ],
  ],
  [
    "a client's yes to another time",
    "accepted",
    true,
    {
      ...accepted,
      timeline: [
        { kind: "accepted_at_time", status: "accepted", at: "2099-03-02T10:00:00Z", by: "client" },
      ],
    },
    "Booked for Sun 8 Mar, 17:00",
    [
      "Dev has been told. You both see how to reach each other now.",
      "Sun 8 Mar, 17:00, for 2 hours: Plumbing with Dev.",
      "Press Start Service when the work begins, and Mark Complete when it is done: Dev is paid then.",
    ],
  ],
  [
    "work that its provider has done",
    "completed",
    false,
    completed,
    "Booking completed",
    [
      "Thank you! Ana is asked to confirm.",
      "You are paid £24.00 when they do, or Wed 11 Mar, 19:00 at the latest.",
    ],
  ],
  [
    "work that was confirmed meanwhile",
    "completed",
    false,
    { ...completed, escrow: "released" },
    "Booking completed",
    ["Thank you! You have been paid £24.00."],
  ],
  [
    "work that its client confirmed",
    "completed",
    true,
    completed,
    "Service completed",
    ["Dev has been paid £24.00.", "Leave a review: it helps other neighbours to choose."],
  ],
])("%s", (_, outcome, mine, over, title, next) => {
  expect(outcomeWords(outcome, sampleBooking(over), mine, NOW)).toEqual({ title, next });
});

test.each<[Outcome, boolean, Partial<Booking>]>([
  ["sent", false, {}],
  ["sent", true, accepted],
  ["accepted", false, {}],
  ["completed", true, accepted],
  ["completed", false, { ...completed, escrow: "refunded" }],
  ["reviewed", true, completed],
  ["reviewed", false, { ...completed, reviewed: true }],
])("nothing is said of %s where the booking says otherwise", (outcome, mine, over) => {
  expect(outcomeWords(outcome, sampleBooking(over), mine, NOW)).toBeUndefined();
});
