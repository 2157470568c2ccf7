import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { Component } from "./create-stripe-account";
import { Component as Failure } from "./failure-pay";
import { Component as Retry } from "./setup-retry";
import { Component as Success } from "./success-pay";

const ACCOUNT = "GET /api/users/stripe/connected/account";
const CREATE = "POST /api/users/stripe/create/connected/account";
const LINK = "POST /api/users/stripe/connected/account/link";
const URL = "https://connect.stripe.com/setup/1";
const assign = vi.fn();
const account: Schemas["ConnectedAccountView"] = {
  stripe_account_id: "acct_1",
  created_at: "2026-03-01T10:00:00Z",
  charges_enabled: false,
  payouts_enabled: false,
  details_submitted: false,
  state: "not_started",
  missing: ["your date of birth"],
};

afterEach(() => {
  vi.unstubAllGlobals();
  assign.mockClear();
});

function open(
  answers: Parameters<typeof mockServer>[0] = {},
  at = "/create-stripe-account",
  payments = "stripe",
) {
  const log = mockServer({
    "GET /api/site": () => success({ modules: ["payments"], mode: "cash+tokens", payments }),
    [ACCOUNT]: () => success(undefined),
    [CREATE]: () => success(account),
    [LINK]: () => success({ url: URL }),
    ...answers,
  });
  vi.stubGlobal("location", { ...window.location, assign });
  renderRoutes(
    [
      { path: "/create-stripe-account", Component },
      { path: "/setup/retry", Component: Retry },
      { path: "/success-pay", Component: Success },
      { path: "/failure-pay", Component: Failure },
    ],
    at,
  );
  return { log, user: userEvent.setup() };
}

test("the account is created before Stripe's form opens", async () => {
  const { log, user } = open();
  await user.click(await screen.findByRole("button", { name: "Set Up Payment Processing" }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith(URL));
  expect(log.some(({ path }) => path === CREATE)).toBe(true);
  expect(log.find(({ path }) => path === LINK)?.body).toEqual({ stripeAccountId: "acct_1" });
});

test("an incomplete account says what is missing, and is completed", async () => {
  const restricted = { ...account, details_submitted: true, state: "restricted" };
  const { log, user } = open({ [ACCOUNT]: () => success(restricted) });
  expect(await screen.findByText("your date of birth")).toBeVisible();
  expect(screen.getByText(/an admin pays it/)).toBeVisible();
  expect(screen.getByText("Submitted")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Complete Stripe Onboarding" }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith(URL));
  expect(log.some(({ path }) => path === CREATE)).toBe(false);
});

test.each(["ready", "closed"])("a %s account leads to Get Paid", async (state) => {
  open({ [ACCOUNT]: () => success({ ...account, state, missing: [] }) });
  expect(await screen.findByRole("link", { name: "Go to Get Paid" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /Stripe|Set Up/ })).toBeNull();
});

test("an error is explained, and tried again", async () => {
  let broken = true;
  const { user } = open({
    [CREATE]: () =>
      broken ? failure(503, "payments.unreachable", "It cannot be reached.") : success(account),
  });
  await user.click(await screen.findByRole("button", { name: "Set Up Payment Processing" }));
  expect(await screen.findByRole("heading", { name: "Something Went Wrong" })).toBeVisible();
  expect(screen.getByText("It cannot be reached.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Contact Support" })).toHaveAttribute("href", "/help");
  broken = false;
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith(URL));
});

test.each([
  [true, "Account Setup Successful!"],
  [false, "Account Setup Failed"],
])("after Stripe's form, with details submitted %s: %s", async (submitted, title) => {
  open(
    { [ACCOUNT]: () => success({ ...account, details_submitted: submitted }) },
    "/create-stripe-account?returned=1",
  );
  expect(await screen.findByRole("heading", { name: title })).toBeVisible();
});

test("a link that no longer works is replaced by a new one", async () => {
  open({}, "/setup/retry");
  await waitFor(() => expect(assign).toHaveBeenCalledWith(URL));
  expect(assign).toHaveBeenCalledTimes(1);
});

test("a community without Stripe says so", async () => {
  const { log } = open({}, "/create-stripe-account", "sandbox");
  expect(await screen.findByText("Stripe is not used here")).toBeVisible();
  expect(log.some(({ path }) => path === ACCOUNT)).toBe(false);
});

test.each(["/success-pay", "/failure-pay"])(
  "without Stripe, %s tells of no form and no outcome",
  async (path) => {
    open({}, path, "none");
    expect(await screen.findByRole("heading", { name: "No account to set up" })).toBeVisible();
    expect(screen.queryByText(/Account Setup/)).toBeNull();
  },
);

test("a page opened by chance claims nothing about the reader's form", async () => {
  open({}, "/failure-pay");
  expect(await screen.findByText(/^If you left Stripe's form/)).toBeVisible();
});
