import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import type { Booking } from "../format";
import { Component as InwardDetails } from "./inward-details";
import { Component as OutwardProgress } from "./outward-progress";

const ana = { id: "ana", firstname: "Ana", lastname: "Mensah", location: "Leeds", left: false };
const dev = { id: "dev", firstname: "Dev", lastname: "Kaur", location: "Leeds", left: false };

/** Accepted, and still before its time. */
const acceptedBooking: Booking = {
  id: 7,
  title: "Booking for Plumbing",
  description: "It drips.",
  booking_date: "2099-03-08T17:00:00Z",
  booking_location: "14 Crown Street",
  hours: 1,
  status: "accepted",
  payment_method: "none",
  price: 0,
  cancellation_policy: "flexible",
  escrow: "none",
  expenses_cap: 0,
  created_at: "2026-03-02T10:00:00Z",
  updated_at: "2026-03-02T11:00:00Z",
  skills_id: "skill",
  skill_type: "Plumbing",
  booking_user_id: "ana",
  booked_user_id: "dev",
  client: ana,
  provider: dev,
  timeline: [
    { kind: "asked", status: "pending", at: "2026-03-02T10:00:00Z", by: "client" },
    { kind: "accepted", status: "accepted", at: "2026-03-02T11:00:00Z", by: "provider" },
  ],
  actions: ["cancel"],
  later: [
    { action: "start", from: "2099-03-08T16:00:00Z" },
    { action: "dispute", from: "2099-03-08T17:00:00Z" },
  ],
  deadlines: [{ action: "cancel", until: "2099-03-08T17:00:00Z" }],
  due_at: "2099-03-22T17:00:00Z",
  first_together: true,
  reviewed: false,
  review_held: false,
};
const startableBooking: Booking = { ...acceptedBooking, actions: ["start", "dispute"], later: [] };

const startedBooking: Booking = {
  ...acceptedBooking,
  status: "in_progress",
  actions: ["undo", "complete", "dispute"],
  later: [],
  deadlines: [{ action: "undo", until: "2099-03-08T17:05:00Z" }],
};
const completedBooking: Booking = {
  ...startedBooking,
  status: "completed",
  actions: ["review"],
  deadlines: [],
};
const requestedBooking: Booking = {
  ...acceptedBooking,
  status: "pending",
  escrow: "held",
  expenses_cap: 0,
  payment_method: "wallet",
  price: 20,
  actions: ["cancel"],
  later: [],
  due_at: "2099-03-05T18:00:00Z",
};

afterEach(() => vi.unstubAllGlobals());

function open(who: "ana" | "dev", booking: Booking, demo: boolean) {
  const accessToken = fakeToken({ id: who, expiresIn: 900, role: "member" });
  storeTokens({ accessToken, refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["bookings"], demo }),
    "GET /api/bookings/7": () => success(booking),
    "PUT /api/demo/bookings/7/skip": () => success(startableBooking),
    "PUT /api/bookings/undo/7": () => success(startableBooking),
    "PUT /api/bookings/complete/7": () => success(completedBooking),
  });
  const Component = who === "ana" ? OutwardProgress : InwardDetails;
  renderRoutes([{ path: "/booking/:id", Component }], "/booking/7");
  return { log, user: userEvent.setup() };
}

test("the client sees when the work can be started", async () => {
  open("ana", acceptedBooking, false);
  expect(await screen.findByRole("button", { name: "Start Service" })).toBeDisabled();
  expect(screen.getByText(/^You can start from .*8 Mar.*, 16:00\.$/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Skip to the visit" })).toBeNull();
});

test("the provider sees when the work can be completed", async () => {
  open(
    "dev",
    { ...acceptedBooking, later: [{ action: "complete", from: acceptedBooking.booking_date }] },
    false,
  );
  expect(await screen.findByRole("button", { name: "Complete booking" })).toBeDisabled();
  expect(screen.getByText(/^You can complete it from .*8 Mar.*, 17:00\.$/)).toBeVisible();
});

test("a demo can skip the wait", async () => {
  const { log, user } = open("ana", acceptedBooking, true);
  await user.click(await screen.findByRole("button", { name: "Skip to the visit" }));
  expect(await screen.findByRole("button", { name: "Start Service" })).toBeEnabled();
  expect(log.map(({ path }) => path)).toContain("PUT /api/demo/bookings/7/skip");
  expect(screen.queryByRole("button", { name: "Skip to the visit" })).toBeNull();
});

test("the client can undo a start while the server allows it", async () => {
  const { log, user } = open("ana", startedBooking, false);
  expect(await screen.findByText(/take it back until 17:05/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Undo start" }));
  expect(await screen.findByRole("button", { name: "Start Service" })).toBeEnabled();
  expect(log.map(({ path }) => path)).toContain("PUT /api/bookings/undo/7");
  expect(screen.queryByRole("button", { name: "Undo start" })).toBeNull();
});

test.each([
  ["Mark Complete", startedBooking],
  ["Confirm completion", completedBooking],
])("after %s the next steps show, with a link to review", async (name, booking) => {
  const { user } = open("ana", { ...booking, actions: ["complete"] }, false);
  await user.click(await screen.findByRole("button", { name }));
  await user.click(await screen.findByRole("button", { name: "Yes, it's done" }));
  const done = await screen.findByRole("dialog", { name: "Service completed" });
  expect(within(done).getByRole("heading", { name: "What happens next" })).toBeVisible();
  expect(within(done).getByRole("link", { name: "Leave a review" })).toHaveAttribute(
    "href",
    "/review?booking=7",
  );
});

test("only actions that the server allows are offered", async () => {
  open("ana", { ...startedBooking, actions: [], deadlines: [] }, false);
  expect(await screen.findByText("Booking #7")).toBeInTheDocument();
  for (const name of ["Undo start", "Mark Complete", "Start Service", "Cancel booking"]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
  expect(screen.queryByRole("link", { name: "Open dispute" })).toBeNull();
});

test("both see the deadline for an answer, and its consequence", async () => {
  open("ana", requestedBooking, false);
  expect(
    await screen.findByText(
      /^Dev has until .*5 Mar.*, 18:00 to answer\. After that the request lapses and you get everything back\.$/,
    ),
  ).toBeVisible();
});

test("an unanswered request by card takes nothing", async () => {
  open("ana", { ...requestedBooking, payment_method: "card" }, false);
  expect(await screen.findByText(/the request lapses and nothing is taken\.$/)).toBeVisible();
});

test("the provider is told that this is their first booking together", async () => {
  open("dev", { ...requestedBooking, actions: ["accept", "reject"] }, false);
  expect(await screen.findByText("This is the first booking between you and Ana.")).toBeVisible();
  expect(
    screen.getByText(/^You have until .*18:00 to answer.* Ana gets everything back\.$/),
  ).toBeVisible();
});
