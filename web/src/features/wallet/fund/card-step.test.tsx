import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { CardStep } from "./card-step";

vi.mock("@stripe/stripe-js/pure", () => ({ loadStripe: vi.fn() }));

const started = {
  amount: 20,
  id: "t1",
  clientSecret: "pi_1_secret_2",
  publishableKey: "pk_test_1",
};
const reload = vi.fn();

const kept = (id: string, digits: string, more: object = {}) => ({
  id,
  brand: "visa",
  card_number: `**** ${digits}`,
  expiry_date: "08/91",
  is_default: false,
  ...more,
});
const CARDS = [
  kept("pm_new", "4444"),
  kept("pm_old", "1881", { expiry_date: "08/21" }),
  kept("pm_usual", "4242", { is_default: true }),
];
const USE = "PUT /api/settings/payment/billingmethod/pm_usual/use";

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("location", { origin: "https://swap.example", reload });
});
afterEach(() => {
  vi.unstubAllGlobals();
  reload.mockClear();
});

interface Opened {
  /** Path at which the page was loaded. */
  path?: string;
  /** Whether Stripe's script loads. */
  loads?: boolean;
  cards?: () => Response;
  /** The server's answer to the choice of a kept card. */
  use?: () => Response;
}

/** Opens the step; Stripe answers a payment with `result`. */
function open(
  result: object,
  { path = "/fund", loads = true, cards = () => success([]), use }: Opened = {},
) {
  const log = mockServer({
    "GET /api/site": () => success({ modules: ["wallet", "payments"] }),
    "GET /api/settings/payment/billingmethods": cards,
    [USE]: use ?? (() => success([])),
  });
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([
    { name: `https://swap.example${path}` } as PerformanceEntry,
  ]);
  const confirmPayment = vi.fn(async (_options: object) => result);
  const element = {
    on: (event: string, listener: () => void) => event === "ready" && queueMicrotask(listener),
    mount: () => undefined,
    destroy: () => undefined,
  };
  const stripe = { elements: () => ({ create: () => element }), confirmPayment };
  if (loads) vi.mocked(loadStripe).mockResolvedValue(stripe as unknown as Stripe);
  else vi.mocked(loadStripe).mockRejectedValue(new Error("Failed to load Stripe.js"));
  const onCancel = vi.fn();
  const step = <CardStep started={started} returnTo="/book-service/7" onCancel={onCancel} />;
  const router = renderRoutes(
    [
      { path: "/fund", element: step },
      { path: "/payment-success", element: <p>Outcome</p> },
    ],
    "/fund",
  );
  return { confirmPayment, log, onCancel, router, user: userEvent.setup() };
}

test("a payment ends on the page that asks the server for the outcome", async () => {
  const { confirmPayment, router, user } = open({ paymentIntent: { status: "succeeded" } });
  await waitFor(() => expect(screen.getByRole("button", { name: "Pay" })).toBeEnabled());
  await user.click(screen.getByRole("button", { name: "Pay" }));
  expect(await screen.findByText("Outcome")).toBeVisible();
  const outcome = "/payment-success?top_up=t1&return=%2Fbook-service%2F7";
  expect(router.state.location.pathname + router.state.location.search).toBe(outcome);
  expect(confirmPayment.mock.calls[0]?.[0]).toMatchObject({
    confirmParams: { return_url: `https://swap.example${outcome}` },
    redirect: "if_required",
  });
});

test("a double press pays once", async () => {
  const { confirmPayment } = open({ paymentIntent: { status: "succeeded" } });
  const pay = screen.getByRole("button", { name: "Pay" });
  await waitFor(() => expect(pay).toBeEnabled());
  // Both before the button is drawn again.
  act(() => {
    pay.click();
    pay.click();
  });
  expect(await screen.findByText("Outcome")).toBeVisible();
  expect(confirmPayment).toHaveBeenCalledTimes(1);
});

test("a declined card is told in the words of Stripe, and another may be tried", async () => {
  const error = { type: "card_error", message: "Your card has insufficient funds." };
  const { confirmPayment, user } = open({ error });
  await waitFor(() => expect(screen.getByRole("button", { name: "Pay" })).toBeEnabled());
  await user.click(screen.getByRole("button", { name: "Pay" }));
  expect(await screen.findByText("Your card has insufficient funds.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Pay" }));
  expect(confirmPayment).toHaveBeenCalledTimes(2);
});

test("a payment that has ended in another tab leads to its outcome", async () => {
  const error = { type: "invalid_request_error", code: "payment_intent_unexpected_state" };
  const { user } = open({ error });
  await waitFor(() => expect(screen.getByRole("button", { name: "Pay" })).toBeEnabled());
  await user.click(screen.getByRole("button", { name: "Pay" }));
  expect(await screen.findByText("Outcome")).toBeVisible();
});

test("a page that was loaded elsewhere is loaded again before Stripe's script", () => {
  vi.mocked(loadStripe).mockClear();
  open({}, { path: "/wallet" });
  expect(reload).toHaveBeenCalledOnce();
  expect(loadStripe).not.toHaveBeenCalled();
});

test("a blocked script is explained, and nothing can be paid", async () => {
  const { user, onCancel } = open({}, { loads: false });
  expect(await screen.findByText(/The card form could not be loaded/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Pay" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(reload).toHaveBeenCalledOnce();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(onCancel).toHaveBeenCalledOnce();
});

const payWithKept = async (user: ReturnType<typeof userEvent.setup>) => {
  const usual = await screen.findByRole("radio", { name: /4242/ });
  expect(usual).toBeChecked();
  await waitFor(() => expect(screen.getByRole("button", { name: "Pay" })).toBeEnabled());
  await user.click(screen.getByRole("button", { name: "Pay" }));
};

test("the default card is offered first, and pays once the server has allowed it", async () => {
  const { confirmPayment, log, user } = open({}, { cards: () => success(CARDS) });
  await payWithKept(user);
  expect(await screen.findByText("Outcome")).toBeVisible();
  expect(log.find(({ path }) => path === USE)?.body).toEqual({ clientSecret: "pi_1_secret_2" });
  expect(confirmPayment.mock.calls).toEqual([
    [
      {
        clientSecret: "pi_1_secret_2",
        confirmParams: {
          return_url: "https://swap.example/payment-success?top_up=t1&return=%2Fbook-service%2F7",
        },
        redirect: "if_required",
      },
    ],
  ]);
});

test("an expired card cannot be chosen, and another one is typed", async () => {
  const { confirmPayment, log, user } = open({}, { cards: () => success(CARDS) });
  const radios = await screen.findAllByRole("radio");
  expect(radios.map((radio) => radio.getAttribute("value"))).toEqual([
    "pm_usual",
    "pm_new",
    "pm_old",
    "another",
  ]);
  expect(screen.getByRole("radio", { name: /Expired 08\/21/ })).toBeDisabled();
  await user.click(screen.getByRole("radio", { name: "Another card" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Pay" })).toBeEnabled());
  await user.click(screen.getByRole("button", { name: "Pay" }));
  expect(await screen.findByText("Outcome")).toBeVisible();
  expect(confirmPayment.mock.calls[0]?.[0]).toHaveProperty("elements");
  expect(log.some(({ path }) => path === USE)).toBe(false);
});

test("a card that was deleted meanwhile pays nothing, and is offered no more", async () => {
  const gone = "You do not keep this card here any more.";
  const answers = [CARDS, CARDS.slice(0, 1)];
  const { confirmPayment, user } = open(
    {},
    {
      cards: () => success(answers.length > 1 ? answers.shift() : answers[0]),
      use: () => failure(404, "payments.card_not_found", gone),
    },
  );
  await payWithKept(user);
  expect(await screen.findByText(gone)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("radio", { name: /4242/ })).toBeNull());
  expect(confirmPayment).not.toHaveBeenCalled();
  await user.click(screen.getByRole("radio", { name: "Another card" }));
  expect(screen.queryByText(gone)).toBeNull();
});

test("a payment that had ended before a card was chosen leads to its outcome", async () => {
  const use = () => failure(409, "payments.payment_ended");
  const { confirmPayment, user } = open({}, { cards: () => success(CARDS), use });
  await payWithKept(user);
  expect(await screen.findByText("Outcome")).toBeVisible();
  expect(confirmPayment).not.toHaveBeenCalled();
});

test("a card can be typed although the kept ones cannot be loaded", async () => {
  const { user } = open({}, { cards: () => failure(404, "module.disabled") });
  expect(await screen.findByText(/Your kept cards could not be loaded/)).toBeVisible();
  await waitFor(() => expect(screen.getByRole("button", { name: "Pay" })).toBeEnabled());
  await user.click(screen.getByRole("button", { name: "Pay" }));
  expect(await screen.findByText("Outcome")).toBeVisible();
});
