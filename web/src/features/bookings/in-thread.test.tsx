import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { formatTime } from "@/lib/format";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { sampleBooking } from "@/test/booking";
import { fakeToken } from "@/test/jwt";
import { entriesOf } from "./in-thread";

afterEach(() => vi.unstubAllGlobals());

type Change = Schemas["Booking"]["timeline"][number];
const change = (
  kind: Change["kind"],
  status: Change["status"],
  by: Change["by"],
  day = 2,
): Change => ({ kind, status, by, at: `2099-03-0${day}T10:00:00Z` });

function texts(booking: Schemas["Booking"], me: string, review?: Schemas["GivenReview"]) {
  return entriesOf({ booking, ...(review && { review }) }, me).map(({ text }) => text);
}

const done = [
  change("asked", "pending", "client"),
  change("accepted", "accepted", "provider", 3),
  change("started", "in_progress", "client", 4),
  change("confirmed", "completed", "client", 5),
];

test("each change is a sentence for each party, also the review", () => {
  const booking = sampleBooking({ status: "completed", actions: [], timeline: done });
  const review = {
    rating: 5,
    comment: "Dry floor.",
    created_at: "2099-03-06T10:00:00Z",
    moderation: "visible",
  } as const;
  expect(texts(booking, "ana", review)).toEqual([
    "You asked Dev for Plumbing",
    "Dev accepted Plumbing",
    "You started Plumbing",
    "You confirmed that Plumbing is done",
    "You gave Dev 5 stars for Plumbing",
  ]);
  expect(texts(booking, "dev", review)).toEqual([
    "Ana asked you for Plumbing",
    "You accepted Plumbing",
    "Ana started Plumbing",
    "Ana confirmed that Plumbing is done",
    "Ana gave you 5 stars for Plumbing",
  ]);
  const held = { ...review, moderation: "held" } as const;
  expect(texts(booking, "ana", held).at(-1)).toBe(
    "You gave Dev 5 stars for Plumbing, which a moderator looks at first",
  );
});

/** Renders the thread's entries, with these responses from the server. */
function show(booking: Schemas["Booking"], me: string) {
  storeTokens({ accessToken: fakeToken({ id: me, expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["bookings", "chat"] }),
    "PUT /api/bookings/accept/7": () => success({ ...booking, status: "accepted" }),
  });
  const Component = () =>
    entriesOf({ booking }, me).map(({ key, node }) => <div key={key}>{node}</div>);
  renderRoutes([{ path: "/", Component }], "/");
  return log;
}

test("an open booking shows its next action, the rest when expanded", async () => {
  const log = show(sampleBooking(), "dev");
  const card = screen.getByRole("article", { name: /^Booking: Plumbing/ });
  const line = "Ana asked you for Plumbing, Sun 8 Mar 2099, 17:00";
  expect(
    within(card)
      .getAllByRole("button")
      .map(({ textContent }) => textContent),
  ).toEqual([line, "Accept"]);
  expect(card).not.toHaveTextContent("The kitchen tap drips.");
  await userEvent.click(screen.getByRole("button", { name: line, expanded: false }));
  await waitFor(() =>
    expect(screen.getByRole("button", { name: line, expanded: true })).toHaveFocus(),
  );
  expect(card).toHaveTextContent("The kitchen tap drips.");
  expect(card).toHaveTextContent("2 hours · Pending");
  expect(screen.getByRole("link", { name: "Plumbing" })).toHaveAttribute(
    "href",
    "/inward-details/7",
  );
  expect(screen.getByRole("button", { name: "Reject" })).toBeVisible();
  // The conversation with Ana is open already.
  expect(screen.queryByRole("link", { name: /Message/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Accept" }));
  await waitFor(() => expect(log.map(({ path }) => path)).toContain("PUT /api/bookings/accept/7"));
});

test("the time of a booking for today appears once", () => {
  const booking_date = new Date().toISOString();
  const booking = sampleBooking({ booking_date });
  const timeline = booking.timeline.map((event) => ({ ...event, booking_date }));
  show({ ...booking, timeline }, "dev");
  const time = formatTime(booking_date);
  const [line] = within(screen.getByRole("article")).getAllByRole("button");
  expect(line?.textContent?.split(time)).toHaveLength(2);
});

test("a proposed time can be answered", () => {
  const proposal = {
    by: "ana",
    at: "2099-03-02T10:00:00Z",
    booking_date: "2099-03-09T10:00:00Z",
    until: "2099-03-08T17:00:00Z",
  };
  const actions = ["accept_time", "decline_time"] as const;
  show(sampleBooking({ status: "accepted", proposal, actions: [...actions] }), "dev");
  expect(screen.getByRole("button", { name: "Accept this time" })).toBeVisible();
});

test("an action before its time shows as text, not a button", () => {
  const later = [{ action: "start", from: "2099-03-08T16:00:00Z" }] as const;
  show(sampleBooking({ status: "accepted", actions: ["cancel"], later: [...later] }), "ana");
  const card = screen.getByRole("article");
  expect(card).toHaveTextContent("You can start from Sun 8 Mar 2099, 16:00.");
  for (const button of screen.getAllByRole("button")) expect(button).toBeEnabled();
});

test("a finished booking is a line that links to it", () => {
  show(
    sampleBooking({ status: "completed", escrow: "released", actions: [], timeline: done }),
    "ana",
  );
  expect(screen.queryByRole("article")).toBeNull();
  const lines = screen.getAllByRole("link");
  expect(lines).toHaveLength(4);
  for (const line of lines) expect(line).toHaveAttribute("href", "/outward-progress/7");
});

test("an ongoing booking is listed with its state, a finished one is not", () => {
  const open = (booking: Schemas["Booking"]) =>
    entriesOf({ booking }, "ana").flatMap(({ open }) => (open ? [open] : []));
  expect(open(sampleBooking())).toEqual([
    { text: "Plumbing · Sun 8 Mar 2099, 17:00 · Pending", link: "/outward-progress/7" },
  ]);
  const over = sampleBooking({
    status: "completed",
    escrow: "released",
    actions: ["review"],
    timeline: done,
  });
  expect(open(over)).toEqual([]);
});

test("the client can still review a finished booking", () => {
  const booking = sampleBooking({
    status: "completed",
    escrow: "released",
    actions: ["review"],
    timeline: done,
  });
  show(booking, "ana");
  expect(screen.getByRole("link", { name: "Leave a review" })).toBeVisible();
});
