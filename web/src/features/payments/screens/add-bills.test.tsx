import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { Component } from "./add-bills";

vi.mock("@stripe/stripe-js/pure", () => ({ loadStripe: vi.fn() }));

const ADD = "POST /api/settings/payment/billingmethod";
const SETUP = "POST /api/settings/payment/billingmethod/setup";
const KEEP = "PUT /api/settings/payment/billingmethod/setup/seti_1";
const reload = vi.fn();

beforeEach(() => vi.stubGlobal("matchMedia", () => ({ matches: false })));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  reload.mockClear();
});

function open(payments: string, answers: Parameters<typeof mockServer>[0] = {}) {
  const log = mockServer({
    "GET /api/site": () => success({ modules: ["payments"], mode: "cash+tokens", payments }),
    ...answers,
  });
  renderRoutes(
    [
      { path: "/add-bills", Component },
      { path: "/bills", element: <p>Your cards</p> },
    ],
    "/add-bills",
  );
  return { log, user: userEvent.setup() };
}

/** Opens Stripe's form on a page loaded at `path`; saving a card ends with `result`. */
function openStripe(
  result: object,
  answers: Parameters<typeof mockServer>[0],
  path = "/add-bills",
) {
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([
    { name: `https://swap.example${path}` } as PerformanceEntry,
  ]);
  vi.stubGlobal("location", { origin: "https://swap.example", reload });
  const element = {
    on: (event: string, listener: () => void) => event === "ready" && queueMicrotask(listener),
    mount: () => undefined,
    destroy: () => undefined,
  };
  const confirmSetup = vi.fn(async () => result);
  const stripe = { elements: () => ({ create: () => element }), confirmSetup };
  vi.mocked(loadStripe).mockResolvedValue(stripe as unknown as Stripe);
  const setup = { id: "seti_1", clientSecret: "seti_1_secret_2", publishableKey: "pk_test_1" };
  return open("stripe", { [SETUP]: () => success(setup), ...answers });
}

test("a simulated card is sent with its digits grouped", async () => {
  const { log, user } = open("sandbox", { [ADD]: () => success({ id: "c1" }) });
  await user.type(await screen.findByLabelText("Card number"), "4242424242424242");
  expect(screen.getByLabelText("Card number")).toHaveValue("4242 4242 4242 4242");
  await user.type(screen.getByLabelText("Expiry date"), "0899");
  await user.type(screen.getByLabelText("CVV"), "123");
  await user.type(screen.getByLabelText("Address"), "14 Crown Street");
  await user.type(screen.getByLabelText("City"), "Leeds");
  await user.click(screen.getByRole("button", { name: "Add card" }));
  expect(await screen.findByText("Your cards")).toBeVisible();
  expect(log.find(({ path }) => path === ADD)?.body).toEqual({
    card_number: "4242 4242 4242 4242",
    expiry_date: "08/99",
    cvv: "123",
    address: "14 Crown Street",
    city: "Leeds",
  });
});

test("wrong fields are named and not sent", async () => {
  const { log, user } = open("sandbox");
  await user.click(await screen.findByRole("button", { name: "Add card" }));
  for (const message of [
    "Enter a valid 16-digit card number",
    "Enter a valid date (MM/YY)",
    "Enter a valid CVV",
    "Address is required",
    "City is required",
  ]) {
    expect(await screen.findByText(message)).toBeVisible();
  }
  expect(log.some(({ path }) => path === ADD)).toBe(false);
});

test("the server is asked for the card that Stripe has saved", async () => {
  const result = { setupIntent: { status: "succeeded" } };
  const { log, user } = openStripe(result, { [KEEP]: () => success({ id: "pm_1" }) });
  const save = await screen.findByRole("button", { name: "Save card" });
  await waitFor(() => expect(save).toBeEnabled());
  await user.click(save);
  expect(await screen.findByText("Your cards")).toBeVisible();
  expect(log.filter(({ path }) => path === SETUP)).toHaveLength(1);
  expect(log.some(({ path }) => path === KEEP)).toBe(true);
});

test("a declined card is told in the words of Stripe", async () => {
  const error = { type: "card_error", message: "Your card was declined." };
  const { log, user } = openStripe({ error }, {});
  const save = await screen.findByRole("button", { name: "Save card" });
  await waitFor(() => expect(save).toBeEnabled());
  await user.click(save);
  expect(await screen.findByText("Your card was declined.")).toBeVisible();
  expect(log.some(({ path }) => path === KEEP)).toBe(false);
});

test("a card that was saved before a lost answer is kept all the same", async () => {
  const error = { code: "setup_intent_unexpected_state", message: "It has ended." };
  const { user } = openStripe({ error }, { [KEEP]: () => success({ id: "pm_1" }) });
  const save = await screen.findByRole("button", { name: "Save card" });
  await waitFor(() => expect(save).toBeEnabled());
  await user.click(save);
  expect(await screen.findByText("Your cards")).toBeVisible();
});

test("a form that cannot begin says why, and is tried again", async () => {
  const refused = () => failure(409, "payments.too_many_cards", "You can keep at most 5 cards.");
  const { log, user } = openStripe({}, { [SETUP]: refused });
  expect(await screen.findByText("You can keep at most 5 cards.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(log.filter(({ path }) => path === SETUP)).toHaveLength(2));
});

test("a page that was not loaded here is loaded before Stripe's script", async () => {
  const { log } = openStripe({}, {}, "/bills");
  await waitFor(() => expect(reload).toHaveBeenCalled());
  expect(log.some(({ path }) => path === SETUP)).toBe(false);
});
