import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { sampleBooking } from "@/test/booking";
import { fakeToken } from "@/test/jwt";
import { Component as OutwardProgress } from "../screens/outward-progress";
import { changeDraft, emptyDraft, requestDraft } from "./draft";
import { RequestScreen } from "./request-screen";
import { REQUIRED } from "./schema";

const skill = {
  id: "taps",
  user_id: "dev",
  skill_type: "Plumbing",
  creator_name: "Dev Kaur",
  experience_level: "expert",
} as Schemas["Skill"];

/** The dialogs are lazy, which takes longer while many tests run. */
const SLOW = { timeout: 15_000 };

const NO_LONGER_FREE = "That time is no longer free. Please choose another one.";
const START = "2099-03-08T17:00:00Z";

/** Opens the screen with a complete request; `answer` is the response to sending it. */
function open(answer: () => Response, booking = sampleBooking(), mode = "cash+tokens") {
  vi.setSystemTime("2099-03-02T10:00:00Z");
  const draft = requestDraft("ana", "taps");
  changeDraft(draft, {
    description: "It drips.",
    street: "14 Crown Street",
    location: "Leeds",
    zip_code: "LS2 7DG",
    date: "2099-03-08",
    time: "17:00",
    expensesCap: "20",
    point: { lat: 53.8, lon: -1.5 },
  });
  let taken = false;
  storeTokens({ accessToken: fakeToken({ id: "ana", expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () =>
      success({ name: "Sparkyard", mode, modules: ["bookings"], payments: "none" }),
    "GET /api/bookings/availability/dev": () => {
      const slots = taken ? ["2099-03-08T18:00:00Z"] : [START];
      return success({ anytime: false, days: [{ date: "2099-03-08", slots }] });
    },
    "GET /api/bookings/quote": () =>
      success({ price: 24, spark_token: 12, hours: 1, cancellation_policy: "flexible" }),
    "GET /api/wallet/balance": () => success({ balance: 50, spark_tokens: 12, currency: "gbp" }),
    "POST /api/users/stripe/payment/intent": () => success({ payment_intent_id: "pi" }),
    "POST /api/bookings": () => {
      taken = true;
      return answer();
    },
    "GET /api/bookings/7": () => success(booking),
  });
  const router = renderRoutes(
    [
      { path: "/book-service", element: <RequestScreen skill={skill} /> },
      { path: "/outward-progress/:id", Component: OutwardProgress },
    ],
    "/book-service",
  );
  return { draft, log, router, user: userEvent.setup() };
}

const bookNow = async () => {
  const button = await screen.findByRole("button", { name: "Book Now" }, SLOW);
  await waitFor(() => expect(button).toBeEnabled());
  return button;
};

test("paying leads to the next steps without a stale error", {
  timeout: 30_000,
}, async () => {
  const booking = sampleBooking({ due_at: START, actions: ["cancel"] });
  const { draft, router, user } = open(() => success(booking), booking);
  await user.click(await bookNow());
  await user.click(await screen.findByRole("button", { name: "Pay £24.00" }, SLOW));
  const done = await screen.findByRole("dialog", { name: "Wallet payment successful!" }, SLOW);
  expect(within(done).getByRole("heading", { name: "What happens next" })).toBeVisible();
  expect(done).toHaveTextContent("Your request is on its way to Dev, who has until");
  expect(screen.queryByText(/no longer free/)).toBeNull();
  expect(draft.load()).toEqual(emptyDraft);
  expect(router.state.location.pathname).toBe("/outward-progress/7");

  await user.click(within(done).getByRole("button", { name: "See this booking" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(router.state.location.search).toBe("");
});

test("a cap of a draft is sent only in a community with pounds", {
  timeout: 60_000,
}, async () => {
  for (const [mode, button, sends] of [
    ["cash+tokens", "Pay £24.00", true],
    ["tokens", "Pay 12 sparks", false],
  ] as const) {
    const booking = sampleBooking({ due_at: START });
    const { log, user } = open(() => success(booking), booking, mode);
    await user.click(await bookNow());
    await user.click(await screen.findByRole("button", { name: button }, SLOW));
    await screen.findByRole("dialog", { name: /successful!$/ }, SLOW);
    const sent = log.find(({ path }) => path === "POST /api/bookings")?.body;
    expect(String(sent).includes("expensesCap")).toBe(sends);
    cleanup();
  }
});

test("a taken time is reported beside the button, not as empty", {
  timeout: 30_000,
}, async () => {
  const { user } = open(() => failure(409, "bookings.slot_taken", NO_LONGER_FREE));
  await user.click(await bookNow());
  await user.click(await screen.findByRole("button", { name: "Pay £24.00" }, SLOW));
  await waitFor(() => expect(screen.getAllByText(NO_LONGER_FREE)).toHaveLength(2), SLOW);
  expect(screen.queryByText(/Please fill in all required fields/)).toBeNull();

  await user.clear(screen.getByLabelText("What do you need?"));
  await user.click(await bookNow());
  expect(await screen.findByText(REQUIRED)).toBeVisible();
});
