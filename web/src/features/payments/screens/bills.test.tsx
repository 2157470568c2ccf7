import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { Component } from "./bills";

const METHODS = "GET /api/settings/payment/billingmethods";
const visa = {
  id: "c1",
  brand: "visa",
  card_number: "**** 4242",
  expiry_date: "08/99",
  is_default: true,
  created_at: "2026-03-01T10:00:00Z",
};
const old = { ...visa, id: "c2", brand: "amex", card_number: "**** 0005", is_default: false };

afterEach(() => vi.unstubAllGlobals());

function open(answers: Parameters<typeof mockServer>[0] = {}, payments = "sandbox") {
  const log = mockServer({
    "GET /api/site": () => success({ modules: ["payments"], mode: "cash+tokens", payments }),
    [METHODS]: () => success([visa, { ...old, expiry_date: "01/20" }]),
    ...answers,
  });
  renderRoutes([{ path: "/bills", Component }], "/bills");
  return { log, user: userEvent.setup() };
}

test("cards show their last digits, and whether they are valid", async () => {
  open();
  const [first, second] = await screen.findAllByRole("article");
  expect(first).toHaveTextContent("Visa **** 4242Valid until 08/99Default");
  expect(second).toHaveTextContent("American Express **** 0005Expired 01/20");
  expect(screen.getByRole("link", { name: "Add a card" })).toHaveAttribute("href", "/add-bills");
});

test("another card is made the default", async () => {
  const put = "PUT /api/settings/payment/billingmethod/c2/default";
  const { log, user } = open({ [put]: () => success([]) });
  await user.click(await screen.findByRole("button", { name: /^Make default/ }));
  await waitFor(() => expect(log.some(({ path }) => path === put)).toBe(true));
});

test("a refused deletion is explained in the dialog", async () => {
  const { user } = open({
    "DELETE /api/settings/payment/billingmethod/c1": () =>
      failure(503, "payments.unreachable", "The card service cannot be reached."),
  });
  const [first] = await screen.findAllByRole("article");
  await user.click(within(first as HTMLElement).getByRole("button", { name: /^Delete/ }));
  await user.click(await screen.findByRole("button", { name: "Delete card" }));
  expect(await screen.findByText("The card service cannot be reached.")).toBeVisible();
});

test("five cards are the most", async () => {
  const five = [1, 2, 3, 4, 5].map((place) => ({ ...old, id: `c${place}` }));
  open({ [METHODS]: () => success(five) });
  expect(await screen.findByText(/which is the most/)).toBeVisible();
  expect(screen.queryByRole("link", { name: "Add a card" })).toBeNull();
});

test("a community without cards says so", async () => {
  const { log } = open({}, "none");
  expect(await screen.findByText("Stripe is not used here")).toBeVisible();
  expect(log.some(({ path }) => path === METHODS)).toBe(false);
});
