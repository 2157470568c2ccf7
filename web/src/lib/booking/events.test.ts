import { expect, test } from "vitest";
import { sampleBooking } from "@/test/booking";
import { type BookingEvent, eventWords } from "./events";

const NOW = new Date("2026-03-03T12:00:00Z");
const TIME = "2026-03-05T10:00:00Z";
type Kind = BookingEvent["kind"];
type Sentences = [client: string, provider: string, staff: string];

/** One text for all three viewers. */
const all = (text: string): Sentences => [text, text, text];
/** Texts of an action by one party, for each of the three viewers. */
const byAna = (text: string): Sentences => [`You ${text}`, `Ana ${text}`, `Ana ${text}`];
const byDev = (text: string): Sentences => [`Dev ${text}`, `You ${text}`, `Dev ${text}`];

const TABLE: Record<Kind, [by: BookingEvent["by"], sentences: Sentences]> = {
  asked: [
    "client",
    [
      "You asked Dev for Plumbing, Thu 5 Mar, 10:00",
      "Ana asked you for Plumbing, Thu 5 Mar, 10:00",
      "Ana asked Dev for Plumbing, Thu 5 Mar, 10:00",
    ],
  ],
  accepted: ["provider", byDev("accepted Plumbing, Thu 5 Mar, 10:00")],
  accepted_at_time: ["client", byAna("agreed to Thu 5 Mar, 10:00: Plumbing is booked")],
  rejected: ["provider", byDev("said no to Plumbing")],
  time_proposed: ["provider", byDev("proposed Thu 5 Mar, 10:00 for Plumbing")],
  time_agreed: ["client", byAna("agreed to Thu 5 Mar, 10:00 for Plumbing")],
  time_declined: ["client", byAna("would rather keep the old time of Plumbing")],
  time_withdrawn: ["provider", byDev("took back the other time for Plumbing")],
  time_lapsed: ["system", all("The time to answer passed: Plumbing stays as it was")],
  started: ["client", byAna("started Plumbing")],
  start_undone: ["client", byAna("took the start of Plumbing back")],
  completed: ["provider", byDev("marked Plumbing as done")],
  confirmed: ["client", byAna("confirmed that Plumbing is done")],
  released: ["system", all("The time to object passed: Plumbing counts as done")],
  cancelled: ["client", byAna("cancelled Plumbing")],
  expired: ["system", all("The time to answer passed: Plumbing lapsed")],
  abandoned: ["system", all("The time to mark Plumbing as done passed: it lapsed")],
  charged_back: ["system", all("The bank took back the payment for Plumbing")],
  disputed: ["client", byAna("opened a dispute about Plumbing")],
  referred: ["system", all("The time passed: an admin looks into Plumbing")],
  decided_release: ["admin", all("An admin decided: Plumbing counts as done")],
  decided_refund: ["admin", all("An admin decided: Plumbing does not count as done")],
  decided_split: [
    "admin",
    [
      "An admin split the payment for Plumbing between you both",
      "An admin split the payment for Plumbing between you both",
      "An admin split the payment for Plumbing between Ana and Dev",
    ],
  ],
  expenses_asked: ["provider", byDev("asked for £6.50 of expenses for Plumbing")],
  expenses_paid: ["client", byAna("paid £6.50 of expenses for Plumbing")],
  expenses_declined: ["client", byAna("declined the expenses for Plumbing")],
  expenses_lapsed: ["system", all("The time to answer passed: no expenses paid for Plumbing")],
};

const event = (kind: Kind, over: Partial<BookingEvent> = {}): BookingEvent => ({
  kind,
  status: "accepted",
  by: TABLE[kind][0],
  at: TIME,
  booking_date: TIME,
  ...(kind.startsWith("expenses") && { expenses: 6.5 }),
  ...over,
});

test.each(Object.entries(TABLE))(
  "%s, as each of the two and staff read it",
  (kind, [, sentences]) => {
    const read = (viewer?: string) =>
      eventWords(sampleBooking(), event(kind as Kind), viewer, NOW).sentence;
    expect([read("ana"), read("dev"), read()]).toEqual(sentences);
  },
);

test.each<[Kind, { to_client: number; to_provider: number }, Sentences]>([
  [
    "confirmed",
    { to_client: 0, to_provider: 24 },
    [
      "You confirmed that Plumbing is done, and Dev was paid £24.00",
      "Ana confirmed that Plumbing is done, and you were paid £24.00",
      "Ana confirmed that Plumbing is done, and Dev was paid £24.00",
    ],
  ],
  [
    "rejected",
    { to_client: 24, to_provider: 0 },
    [
      "Dev said no to Plumbing, and you have £24.00 back",
      "You said no to Plumbing, and Ana has £24.00 back",
      "Dev said no to Plumbing, and Ana has £24.00 back",
    ],
  ],
  [
    "decided_release",
    { to_client: 0, to_provider: 24 },
    [
      "An admin decided about Plumbing: £24.00 to Dev",
      "An admin decided about Plumbing: £24.00 to you",
      "An admin decided about Plumbing: £24.00 to Dev",
    ],
  ],
  [
    "decided_refund",
    { to_client: 24, to_provider: 0 },
    [
      "An admin decided about Plumbing: £24.00 back in your wallet",
      "An admin decided about Plumbing: £24.00 back to Ana",
      "An admin decided about Plumbing: £24.00 back to Ana",
    ],
  ],
  [
    "decided_split",
    { to_client: 10, to_provider: 14 },
    [
      "An admin split the payment for Plumbing between you both (£14.00 to Dev, £10.00 back in your wallet)",
      "An admin split the payment for Plumbing between you both (£14.00 to you, £10.00 back to Ana)",
      "An admin split the payment for Plumbing between Ana and Dev (£14.00 to Dev, £10.00 back to Ana)",
    ],
  ],
])("%s says who has the money", (kind, settlement, sentences) => {
  const read = (viewer?: string) =>
    eventWords(sampleBooking(), event(kind, { settlement }), viewer, NOW).sentence;
  expect([read("ana"), read("dev"), read()]).toEqual(sentences);
});
