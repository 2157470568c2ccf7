import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { sampleBooking } from "@/test/booking";
import { fakeToken } from "@/test/jwt";
import { POLL_MS } from "../api/use-booking";
import type { Booking } from "../format";
import { routes } from "../routes";
import { Component as InwardDetails } from "./inward-details";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function serve(booking = sampleBooking()) {
  const accessToken = fakeToken({ id: "dev", expiresIn: 900 });
  storeTokens({ accessToken, refreshToken: "r" });
  mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["bookings"] }),
    "GET /api/bookings/7": () => success(booking),
  });
}

/** Checks whether the first node comes before the second in reading order. */
const isBefore = (one: Node, other: Node) =>
  Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);

test("the request is read before the buttons, the progress after", async () => {
  serve();
  renderRoutes([{ path: "/inward-details/:id", Component: InwardDetails }], "/inward-details/7");
  const accept = await screen.findByRole("button", { name: "Accept" });
  for (const words of [
    "The kitchen tap drips.",
    "Leeds, LS6",
    "You see the full address once you accept.",
  ]) {
    expect(isBefore(screen.getByText(words), accept)).toBe(true);
  }
  const [price] = screen.getAllByText("£24.00");
  expect(price && isBefore(price, accept)).toBe(true);
  expect(isBefore(accept, screen.getByRole("region", { name: "Progress" }))).toBe(true);
  expect(screen.getByText(/^You see how to reach Ana/)).toBeVisible();
});

test("an accepted booking shows the contact, and links the client once", async () => {
  const ana = { ...sampleBooking().client, email: "ana@example.org", phone: "07700 900123" };
  serve(sampleBooking({ status: "accepted", actions: ["cancel"], client: ana }));
  renderRoutes([{ path: "/inward-details/:id", Component: InwardDetails }], "/inward-details/7");
  expect(await screen.findByRole("link", { name: "ana@example.org" })).toBeVisible();
  expect(screen.getByRole("link", { name: "07700 900123" })).toHaveAttribute(
    "href",
    "tel:07700900123",
  );
  expect(screen.getAllByRole("link", { name: "Ana Mensah" })).toHaveLength(1);
});

const acceptances: [button: string, call: string, booking: Partial<Booking>][] = [
  ["Accept", "accept", {}],
  [
    "Accept this time",
    "accept-time",
    {
      actions: ["accept_time", "decline_time"],
      proposal: {
        by: "ana",
        booking_date: "2099-03-09T10:00:00.000Z",
        at: "2099-03-03T10:00:00Z",
        until: "2099-03-08T17:00:00Z",
      },
    },
  ],
];

test.each(acceptances)("'%s' is confirmed even if the screen refreshes first", async (...args) => {
  const [name, call, booking] = args;
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const accepted = sampleBooking({ status: "accepted", actions: ["cancel"] });
  let shown = sampleBooking(booking);
  let answer: (response: Response) => void = () => undefined;
  storeTokens({ accessToken: fakeToken({ id: "dev", expiresIn: 900 }), refreshToken: "r" });
  mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["bookings"] }),
    "GET /api/bookings/7": () => success(shown),
    [`PUT /api/bookings/${call}/7`]: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  renderRoutes([{ path: "/inward-details/:id", Component: InwardDetails }], "/inward-details/7");
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await user.click(await screen.findByRole("button", { name }));
  shown = accepted;
  await act(() => vi.advanceTimersByTimeAsync(POLL_MS));
  await waitFor(() => expect(screen.queryByRole("button", { name })).toBeNull());
  answer(success(accepted));
  expect(await screen.findByRole("dialog", { name: /^Booked for/ })).toBeVisible();
});

test("both addresses of the client's side lead to one page", async () => {
  const load = async (path: string) => {
    const route = routes.member?.find((known) => known.path === path);
    return typeof route?.lazy === "function" ? await route.lazy() : undefined;
  };
  const progress = await load("/outward-progress/:id");
  expect(progress).toHaveProperty("Component");
  expect(await load("/outward-details/:id")).toBe(progress);
});
