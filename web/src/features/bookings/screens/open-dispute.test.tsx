import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import type { Booking } from "../format";
import { Component as OpenDispute } from "./open-dispute";

const booking: Booking = {
  id: 7,
  title: "Booking for Plumbing",
  description: "It drips.",
  booking_date: "2026-03-08T17:00:00Z",
  booking_location: "14 Crown Street",
  hours: 1,
  status: "accepted",
  payment_method: "wallet",
  price: 20,
  cancellation_policy: "flexible",
  escrow: "held",
  expenses_cap: 0,
  created_at: "2026-03-02T10:00:00Z",
  updated_at: "2026-03-02T11:00:00Z",
  skills_id: "skill",
  skill_type: "Plumbing",
  booking_user_id: "ana",
  booked_user_id: "dev",
  client: { id: "ana", firstname: "Ana", lastname: "Mensah", location: "Leeds", left: false },
  provider: {
    id: "dev",
    firstname: "Dev",
    lastname: "Kaur",
    location: "Leeds",
    phone: "07700 9",
    left: false,
  },
  timeline: [],
  actions: ["dispute"],
  later: [],
  deadlines: [],
  first_together: false,
  reviewed: false,
  review_held: false,
};

interface Opening {
  who?: "ana" | "dev";
  shown?: Booking;
  modules?: string[];
  /** Response to sending the dispute. */
  answer?: () => Response | Promise<Response>;
}

afterEach(() => vi.unstubAllGlobals());

function open({ who = "ana", shown = booking, modules = ["bookings"], answer }: Opening = {}) {
  storeTokens({ accessToken: fakeToken({ id: who, expiresIn: 900 }), refreshToken: "r" });
  const sent = vi.spyOn(FormData.prototype, "append");
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules }),
    "GET /api/bookings/7": () => success(shown),
    "POST /api/dispute/open": answer ?? (() => success({ id: "7" })),
  });
  const router = renderRoutes(
    [
      { path: "/open-dispute", Component: OpenDispute },
      { path: "*", element: <h1>Elsewhere</h1> },
    ],
    "/open-dispute?booking=7",
  );
  const posts = () => log.filter(({ path }) => path === "POST /api/dispute/open").length;
  const parts = () => Object.fromEntries(sent.mock.calls.map(([name, value]) => [name, value]));
  return { router, posts, parts, user: userEvent.setup() };
}

const message = () => screen.findByRole("textbox", { name: "What went wrong?" });

test("the form starts empty, names errors, and offers reasons", async () => {
  const { user } = open();
  const box = await message();
  expect(box).toHaveValue("");
  await user.click(screen.getByRole("button", { name: "Submit Dispute" }));
  expect(await screen.findByText("Say what went wrong")).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();

  const usual = screen.getByRole("button", { name: "The service was not rendered" });
  await user.click(usual);
  expect(usual).toHaveAttribute("aria-pressed", "true");
  expect(box).toHaveValue("The service was not rendered");
  await waitFor(() => expect(screen.queryByText("Say what went wrong")).toBeNull());
  await user.type(box, "\nNobody came.");
  await user.click(usual);
  expect(box).toHaveValue("Nobody came.");
});

test("the form suggests writing first, where chat is on", async () => {
  open({ modules: ["bookings", "chat"] });
  expect(await screen.findByRole("heading", { name: "Have you written to Dev?" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Message Dev" })).toHaveAttribute("href", "/chat/dev");
  expect(screen.getByRole("link", { name: "07700 9" })).toHaveAttribute("href", "tel:077009");
});

test("without chat there is no link, and the provider sees the client's name", async () => {
  open({ who: "dev" });
  expect(await screen.findByRole("heading", { name: "Have you written to Ana?" })).toBeVisible();
  expect(screen.queryByRole("link", { name: /^Message/ })).toBeNull();
  expect(screen.getByRole("button", { name: "I did not feel safe there" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Back" })).toHaveAttribute("href", "/inward-details/7");
});

test("a dispute is sent once after confirmation, despite double taps", async () => {
  let answer: (response: Response) => void = () => {};
  const { user, router, posts, parts } = open({
    answer: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  await user.type(await message(), "  Nobody came.  ");
  await user.click(screen.getByRole("button", { name: "Submit Dispute" }));
  const dialog = await screen.findByRole("dialog", { name: "Send this dispute?" });
  expect(dialog).toHaveTextContent("The payment of £20.00 is frozen");
  expect(posts()).toBe(0);
  const yes = screen.getByRole("button", { name: "Yes, send it" });
  // Both taps come before the next render.
  yes.click();
  yes.click();
  await waitFor(() => expect(posts()).toBe(1));
  answer(success({ id: "7" }));
  const done = await screen.findByRole("dialog", { name: "Dispute submitted" });
  expect(done).toHaveTextContent("Your dispute has been submitted successfully.");
  expect(posts()).toBe(1);
  expect(parts()).toMatchObject({ bookingId: "7", message: "Nobody came." });
  expect(sessionStorage).toHaveLength(0);
  await user.click(screen.getByRole("button", { name: "Go to Bookings" }));
  expect(router.state.location.search).toBe("?tab=outward");
});

test("a dispute can be abandoned before it is sent", async () => {
  const { user, posts } = open();
  await user.click(await screen.findByRole("button", { name: "The work is not finished" }));
  await user.click(screen.getByRole("button", { name: "Submit Dispute" }));
  await user.click(await screen.findByRole("button", { name: "Not yet" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(posts()).toBe(0);
  expect(await message()).toHaveValue("The work is not finished");
});

test("the draft survives a reload for its author only", async () => {
  const first = open();
  await first.user.type(await message(), "Nobody came.");
  cleanup();
  open();
  expect(await message()).toHaveValue("Nobody came.");
  cleanup();
  open({ who: "dev" });
  expect(await message()).toHaveValue("");
});

test("a refusal shows where it was sent, and nothing is lost", async () => {
  const { user } = open({ answer: () => failure(409, "bookings.too_early", "It is too early.") });
  await user.type(await message(), "Nobody came.");
  await user.click(screen.getByRole("button", { name: "Submit Dispute" }));
  await user.click(await screen.findByRole("button", { name: "Yes, send it" }));
  expect(await screen.findByText("Failed to submit dispute: It is too early.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Not yet" }));
  expect(await screen.findByText("Error opening dispute: It is too early.")).toBeVisible();
  expect(await message()).toHaveValue("Nobody came.");
});

test.each([
  [{ later: [{ action: "dispute", from: "2099-03-08T17:00:00Z" }] }, /from .*8 Mar.*should have/],
  [{ status: "disputed" }, /An admin looks into it/],
  [{ status: "pending" }, /has not been accepted yet/],
  [{ status: "completed", escrow: "released" }, /done and settled/],
  [{ status: "cancelled" }, /This booking is over/],
] as const)("no form shows before its time or after the booking: %o", async (part, expected) => {
  open({ shown: { ...booking, actions: [], ...part } as Booking });
  expect(await screen.findByText(expected)).toBeVisible();
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.getByRole("link", { name: "Back to the booking" })).toHaveAttribute(
    "href",
    "/outward-progress/7",
  );
});
