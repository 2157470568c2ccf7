import { screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { sampleBooking } from "@/test/booking";
import { fakeToken } from "@/test/jwt";
import { BookingDispute, DisputeToAnswer } from "./booking-dispute";

const booking = sampleBooking({
  status: "disputed",
  timeline: [
    { kind: "asked", status: "pending", at: "2026-03-02T10:00:00Z", by: "client" },
    { kind: "disputed", status: "disputed", at: "2026-03-02T12:00:00Z", by: "client" },
  ],
});
const { client, provider } = booking;
const HOUR_MS = 3_600_000;

// The section is lazy, and its first load may take a while.
beforeAll(() => import("../dispute/dispute-section"));

afterEach(() => vi.unstubAllGlobals());

/** Renders both places of the dispute on the page: the top, and below the booking. */
function show(who: string, change: Partial<Schemas["Dispute"]> = {}) {
  storeTokens({ accessToken: fakeToken({ id: who, expiresIn: 900 }), refreshToken: "r" });
  mockServer({
    [`GET /api/dispute/${booking.id}`]: () =>
      success({
        id: String(booking.id),
        bookingId: booking.id,
        title: booking.title,
        message: "Nobody came.",
        opened_by: client.id,
        status: "open",
        statements: 0,
        own: true,
        payment_method: "wallet",
        price: 24,
        client,
        provider,
        created_at: "2026-03-02T12:00:00Z",
        answer_by: new Date(Date.now() + HOUR_MS).toISOString(),
        ...change,
      }),
    [`GET /api/dispute/${booking.id}/statements`]: () => success([]),
  });
  const page = (
    <>
      <div data-testid="top">
        <DisputeToAnswer booking={booking} />
      </div>
      <div data-testid="below">
        <BookingDispute booking={booking} />
      </div>
    </>
  );
  renderRoutes([{ path: "/", element: page }], "/");
}

test("the accused party answers on top, with the deadline", async () => {
  show(provider.id);
  const box = await screen.findByRole("textbox", { name: "Your answer" });
  expect(screen.getByTestId("top")).toContainElement(box);
  expect(screen.getByTestId("below")).toBeEmptyDOMElement();
  expect(screen.getByText(/^Please answer by .*\. After that, an admin may decide/)).toBeVisible();
});

test("an answer is still possible after the deadline", async () => {
  show(provider.id, { answer_by: new Date(Date.now() - HOUR_MS).toISOString() });
  expect(await screen.findByText(/^You were asked to answer by/)).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Your answer" })).toBeVisible();
});

test("after an answer no deadline shows", async () => {
  show(provider.id, { answer_by: undefined });
  await screen.findByRole("textbox", { name: "Your answer" });
  expect(screen.queryByText(/your side/)).toBeNull();
});

test("the party who opened it sees it below, with the deadline", async () => {
  show(client.id);
  const box = await screen.findByRole("textbox", { name: "Your answer" });
  expect(screen.getByTestId("below")).toContainElement(box);
  expect(screen.getByTestId("top")).toBeEmptyDOMElement();
  expect(
    screen.getByText(new RegExp(`^${provider.firstname} is asked to answer by`)),
  ).toBeVisible();
});
