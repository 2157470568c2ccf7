import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderRoutes } from "@/test/app";
import { CardStep } from "./card-step";

vi.mock("@stripe/stripe-js/pure", () => ({ loadStripe: vi.fn() }));

const started = {
  amount: 20,
  id: "t1",
  clientSecret: "pi_1_secret_2",
  publishableKey: "pk_test_1",
};
const reload = vi.fn();

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("location", { origin: "https://swap.example", reload });
});
afterEach(() => {
  vi.unstubAllGlobals();
  reload.mockClear();
});

/** Opens the step on a page that was loaded at `path`; Stripe answers a payment with `result`. */
function open(result: object, path = "/fund", loads = true) {
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
  return { confirmPayment, onCancel, router, user: userEvent.setup() };
}

test("a payment ends on the page that asks the server for the outcome", async () => {
  const { confirmPayment, router, user } = open({ paymentIntent: { status: "succeeded" } });
  await vi.waitFor(() => expect(screen.getByRole("button", { name: "Pay" })).toBeEnabled());
  await user.click(screen.getByRole("button", { name: "Pay" }));
  expect(await screen.findByText("Outcome")).toBeVisible();
  const outcome = "/payment-success?top_up=t1&return=%2Fbook-service%2F7";
  expect(router.state.location.pathname + router.state.location.search).toBe(outcome);
  expect(confirmPayment.mock.calls[0]?.[0]).toMatchObject({
    confirmParams: { return_url: `https://swap.example${outcome}` },
    redirect: "if_required",
  });
});

test("a declined card is told in the words of Stripe, and another may be tried", async () => {
  const error = { type: "card_error", message: "Your card has insufficient funds." };
  const { confirmPayment, user } = open({ error });
  await vi.waitFor(() => expect(screen.getByRole("button", { name: "Pay" })).toBeEnabled());
  await user.click(screen.getByRole("button", { name: "Pay" }));
  expect(await screen.findByText("Your card has insufficient funds.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Pay" }));
  expect(confirmPayment).toHaveBeenCalledTimes(2);
});

test("a payment that has ended in another tab leads to its outcome", async () => {
  const error = { type: "invalid_request_error", code: "payment_intent_unexpected_state" };
  const { user } = open({ error });
  await vi.waitFor(() => expect(screen.getByRole("button", { name: "Pay" })).toBeEnabled());
  await user.click(screen.getByRole("button", { name: "Pay" }));
  expect(await screen.findByText("Outcome")).toBeVisible();
});

test("a page that was loaded elsewhere is loaded again before Stripe's script", () => {
  vi.mocked(loadStripe).mockClear();
  open({}, "/wallet");
  expect(reload).toHaveBeenCalledOnce();
  expect(loadStripe).not.toHaveBeenCalled();
});

test("a blocked script is explained, and nothing can be paid", async () => {
  const { user, onCancel } = open({}, "/fund", false);
  expect(await screen.findByText(/The card form could not be loaded/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Pay" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(reload).toHaveBeenCalledOnce();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(onCancel).toHaveBeenCalledOnce();
});
