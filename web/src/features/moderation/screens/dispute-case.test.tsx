import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { sampleBooking } from "@/test/booking";
import { fakeToken } from "@/test/jwt";
import { Component } from "./dispute-case";

const booking = sampleBooking({
  status: "disputed",
  timeline: [
    { kind: "asked", status: "pending", at: "2026-03-02T10:00:00Z", by: "client" },
    { kind: "accepted", status: "accepted", at: "2026-03-02T11:00:00Z", by: "provider" },
    { kind: "started", status: "in_progress", at: "2026-03-02T11:30:00Z", by: "client" },
    { kind: "start_undone", status: "accepted", at: "2026-03-02T11:31:00Z", by: "client" },
    { kind: "disputed", status: "disputed", at: "2026-03-02T12:00:00Z", by: "client" },
  ],
});
const { client, provider } = booking;

const found: Schemas["DisputeCase"] = {
  dispute: {
    id: "7",
    bookingId: 7,
    title: booking.title,
    message: "Nobody came.",
    opened_by: "ana",
    status: "open",
    statements: 0,
    own: false,
    payment_method: "wallet",
    price: 24,
    client,
    provider,
    created_at: "2026-03-02T12:00:00Z",
  },
  booking,
  client: { ...client, email: "ana@example.org", phone: "01422 555 010" },
  provider: { ...provider, email: "dev@example.org" },
  ledger: [
    {
      at: "2026-03-02T10:00:00Z",
      reason: "Kept for the booking",
      from: "Set aside",
      to: "Kept until it is over",
      amount: 24,
      unit: "gbp",
    },
  ],
};

const CASE = "/api/admin/disputes/7";
const answers = {
  "GET /api/site": () => success({ modules: ["bookings", "chat", "wallet", "moderation"] }),
  [`GET ${CASE}`]: () => success(found),
  "GET /api/dispute/7/statements": () => success([]),
};

beforeEach(() =>
  storeTokens({
    accessToken: fakeToken({ id: "iris", expiresIn: 900, role: "admin" }),
    refreshToken: "r",
  }),
);
afterEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

function show() {
  return renderRoutes(
    [{ path: "/admin/disputes/:id", element: <Component /> }],
    "/admin/disputes/7",
  );
}

const region = (name: string) => within(screen.getByRole("region", { name }));

test("a case shows both parties, the history and the ledger", async () => {
  mockServer(answers);
  show();
  await screen.findByRole("heading", { name: "#7 Booking for Plumbing" });
  expect(region("The two parties").getByRole("link", { name: "ana@example.org" })).toHaveAttribute(
    "href",
    "mailto:ana@example.org",
  );
  expect(region("The two parties").getByRole("link", { name: "01422 555 010" })).toHaveAttribute(
    "href",
    "tel:01422555010",
  );
  const happened = region("The booking").getByRole("list", { name: "What happened" });
  expect(
    within(happened)
      .getAllByRole("listitem")
      .map((item) => item.querySelector("p")?.textContent),
  ).toEqual([
    "Ana asked Dev for Plumbing",
    "Dev accepted Plumbing",
    "Ana started Plumbing",
    "Ana took the start of Plumbing back",
    "Ana opened a dispute about Plumbing",
  ]);
  expect(region("The money").getByText("Kept for the booking")).toBeVisible();
  expect(region("The money").getByText("£24.00")).toBeVisible();
});

test("messages load only on request", async () => {
  const log = mockServer({
    ...answers,
    [`GET ${CASE}/messages`]: () =>
      success([
        {
          id: "m-1",
          sender_id: "dev",
          content: "I am at the door.",
          picture_url: `${CASE}/messages/m-1/picture`,
          created_at: "2026-03-02T11:30:00Z",
        },
        { id: "m-2", sender_id: "ana", content: "", created_at: "2026-03-02T11:31:00Z" },
      ]),
    [`GET ${CASE}/messages/m-1/picture`]: () =>
      new Response("x", { headers: { "Content-Type": "image/jpeg" } }),
  });
  URL.createObjectURL = vi.fn(() => "blob:door");
  URL.revokeObjectURL = vi.fn();
  show();
  const read = await screen.findByRole("button", { name: "Read their messages" });
  const requestCount = () => log.filter(({ path }) => path === `GET ${CASE}/messages`).length;
  expect(requestCount()).toBe(0);
  await userEvent.click(read);
  const list = await screen.findByRole("list", { name: "Their messages" });
  expect(list).toHaveTextContent("Dev");
  expect(list).toHaveTextContent("I am at the door.");
  expect(list).toHaveTextContent("Removed by staff");
  expect(requestCount()).toBe(1);
  const pictures = () => log.filter(({ path }) => path.endsWith("/picture")).length;
  expect(pictures()).toBe(0);
  await userEvent.click(
    within(list).getByRole("button", { name: /^Show the picture ?from Dev, / }),
  );
  expect(await within(list).findByRole("img", { name: "Picture from Dev" })).toHaveAttribute(
    "src",
    "blob:door",
  );
  expect(pictures()).toBe(1);
});

test("a decision shows the amounts, needs a reason, and is confirmed", async () => {
  const log = mockServer({
    ...answers,
    [`GET ${CASE}/preview`]: () => success({ to_client: 12, to_provider: 12 }),
    [`PUT ${CASE}`]: () => success(booking),
  });
  const user = userEvent.setup();
  show();
  await user.click(await screen.findByRole("radio", { name: /^Split it/ }));
  const percent = screen.getByLabelText("Percent for Dev");
  await user.clear(percent);
  await user.type(percent, "101");
  expect(await screen.findByText("Enter a whole number from 0 to 100")).toBeVisible();
  await user.clear(percent);
  await user.type(percent, "50");
  expect(await screen.findByText("£12.00 to Dev, £12.00 back to Ana")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Decide" }));
  expect(await screen.findByText("Say why: both of them read it")).toBeVisible();
  await user.type(screen.getByLabelText("Reason"), "Half of it was done.");
  await user.click(screen.getByRole("button", { name: "Decide" }));
  const sure = await screen.findByRole("dialog", { name: "Decide booking #7?" });
  expect(sure).toHaveTextContent("£12.00 to Dev, £12.00 back to Ana");
  await user.click(within(sure).getByRole("button", { name: "Yes, decide" }));
  await waitFor(() =>
    expect(log.find(({ path }) => path === `PUT ${CASE}`)?.body).toEqual({
      outcome: "split",
      provider_share: 50,
      reason: "Half of it was done.",
    }),
  );
});

test("a dispute about a free booking is decided without words of payment", async () => {
  const free = { ...found, dispute: { ...found.dispute, price: 0 } };
  mockServer({
    ...answers,
    [`GET ${CASE}`]: () => success(free),
    [`GET ${CASE}/preview`]: () => success({ to_client: 0, to_provider: 0 }),
  });
  const user = userEvent.setup();
  show();
  await user.click(await screen.findByRole("radio", { name: /^It counts as not done/ }));
  const names = screen.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent);
  expect(names.join(" ")).toContain("It counts as done");
  expect(names.join(" ")).not.toMatch(/pa(?:y|id)|refund|everything|split/i);
  expect(screen.queryByText(/^Nothing was paid/)).toBeNull();
});

test("after the decision the page scrolls to it", async () => {
  let decided = false;
  const settled = {
    ...found.dispute,
    status: "resolved",
    outcome: "refund",
    reason: "Nobody came.",
  };
  mockServer({
    ...answers,
    [`GET ${CASE}`]: () => success(decided ? { ...found, dispute: settled } : found),
    [`GET ${CASE}/preview`]: () => success({ to_client: 24, to_provider: 0 }),
    [`PUT ${CASE}`]: () => {
      decided = true;
      return success(booking);
    },
  });
  const user = userEvent.setup();
  show();
  await user.click(await screen.findByRole("radio", { name: /^Refund Ana/ }));
  await screen.findByText("£24.00 back to Ana");
  await user.type(screen.getByLabelText("Reason"), "Nobody came.");
  await user.click(screen.getByRole("button", { name: "Decide" }));
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
  await user.click(await screen.findByRole("button", { name: "Yes, decide" }));
  const result = await screen.findByRole("region", { name: "The decision" });
  await waitFor(() => expect(scrolled).toHaveBeenCalledOnce());
  expect(scrolled.mock.contexts[0]).toBe(result.previousElementSibling);
  scrolled.mockRestore();
});

test("an admin who is a party cannot open the case", async () => {
  mockServer({ ...answers, [`GET ${CASE}`]: () => failure(403, "bookings.own_dispute") });
  show();
  expect(await screen.findByText("You are one of the two")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Your decision" })).toBeNull();
});
