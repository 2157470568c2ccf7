import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { Component } from "./get-paid";

const WITHDRAW = "POST /api/withdrawals";
const method = {
  id: "m1",
  bank_name: "Calder Bank",
  account_name: "Ana Silva",
  account_number: "****5678",
  sort_code: "**-**-56",
  created_at: "2026-03-01T10:00:00Z",
};
const past = {
  id: "w1",
  amount: 12,
  status: "requested",
  bank_name: "Calder Bank",
  account_number: "****5678",
  created_at: "2026-03-02T10:00:00Z",
};

afterEach(() => vi.unstubAllGlobals());

function open(answers: Parameters<typeof mockServer>[0] = {}) {
  const log = mockServer({
    "GET /api/site": () =>
      success({ name: "Sparkyard", modules: ["payouts"], mode: "cash+tokens" }),
    "GET /api/settings/payment/withdrawalmethods": () => success([method]),
    "GET /api/wallet/balance": () => success({ balance: 50, withdrawable: 40, spark_tokens: 0 }),
    "GET /api/auth/second-factor": () => success({ enabled: false }),
    "GET /api/withdrawals": () => success([past]),
    ...answers,
  });
  renderRoutes([{ path: "/get-paid", Component }], "/get-paid");
  return { log, user: userEvent.setup() };
}

test("withdraws to the chosen account, with the password", async () => {
  const { log, user } = open({ [WITHDRAW]: () => success(past) });
  expect(await screen.findByText("£40.00")).toBeVisible();
  await user.type(screen.getByLabelText("Amount"), "12.5");
  await user.type(screen.getByLabelText("Your password"), "correct horse");
  await user.click(screen.getByRole("button", { name: "Withdraw" }));
  await waitFor(() =>
    expect(log.find(({ path }) => path === WITHDRAW)?.body).toEqual({
      amount: 12.5,
      withdrawal_method_id: "m1",
      currentPassword: "correct horse",
    }),
  );
});

test("a refusal is explained", async () => {
  const { user } = open({
    [WITHDRAW]: () => failure(403, "payouts.not_verified", "Please complete your identity check."),
  });
  await user.type(await screen.findByLabelText("Amount"), "5");
  await user.type(screen.getByLabelText("Your password"), "correct horse");
  await user.click(screen.getByRole("button", { name: "Withdraw" }));
  expect(await screen.findByText("Please complete your identity check.")).toBeVisible();
});

test("a requested withdrawal can be cancelled", async () => {
  const put = "PUT /api/withdrawals/w1/cancel";
  const { log, user } = open({ [put]: () => success({ ...past, status: "cancelled" }) });
  await user.click(await screen.findByRole("button", { name: "Cancel withdrawal" }));
  await waitFor(() => expect(log.some(({ path }) => path === put)).toBe(true));
});

const account = {
  stripe_account_id: "acct_1",
  created_at: "2026-03-01T10:00:00Z",
  charges_enabled: true,
  payouts_enabled: true,
  details_submitted: true,
  state: "ready",
  missing: [],
};

/** Opens the screen where the community pays through Stripe. */
function openWithStripe(state: string, answers: Parameters<typeof mockServer>[0] = {}) {
  const modules = ["payouts", "payments"];
  return open({
    "GET /api/site": () => success({ modules, mode: "cash+tokens", payments: "stripe" }),
    "GET /api/users/stripe/connected/account": () => success({ ...account, state }),
    ...answers,
  });
}

test("Stripe is the destination where it can pay", async () => {
  const paid = { ...past, status: "paid", bank_name: "Stripe" };
  const { log, user } = openWithStripe("ready", {
    [WITHDRAW]: () => success(paid),
    "GET /api/settings/payment/withdrawalmethods": () => success([]),
  });
  expect(await screen.findByLabelText("Where to")).toHaveDisplayValue("Your account at Stripe");
  await user.type(screen.getByLabelText("Amount"), "12");
  await user.type(screen.getByLabelText("Your password"), "correct horse");
  await user.click(screen.getByRole("button", { name: "Withdraw" }));
  await waitFor(() =>
    expect(log.find(({ path }) => path === WITHDRAW)?.body).toEqual({
      amount: 12,
      currentPassword: "correct horse",
    }),
  );
});

test("an account that Stripe has paused falls back to a bank account", async () => {
  openWithStripe("restricted");
  expect(await screen.findByText(/Stripe needs something from you/)).toBeVisible();
  expect(await screen.findByLabelText("Bank account")).toHaveDisplayValue("Calder Bank, ****5678");
});

test("a transfer on its way cannot be cancelled, and what came back is told", async () => {
  const sending = { ...past, id: "w2", status: "sending" };
  const back = { ...past, id: "w3", status: "paid", returned: 5 };
  open({ "GET /api/withdrawals": () => success([sending, back]) });
  expect(await screen.findByText("On its way")).toBeVisible();
  expect(screen.getByText("£5.00 of it is back in your wallet.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Cancel withdrawal" })).toBeNull();
});
