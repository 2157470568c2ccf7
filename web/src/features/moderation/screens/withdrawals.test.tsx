import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Withdrawals } from "./withdrawals";

const pending: Schemas["MemberWithdrawal"] = {
  id: "w1",
  user_id: "u2",
  name: "Dev Kaur",
  withdrawal: {
    id: "w1",
    amount: 30.5,
    status: "requested",
    bank_name: "Calder Bank",
    account_number: "****5678",
    created_at: "2026-03-02T10:00:00Z",
  },
};
const account = { account_name: "D Kaur", sort_code: "12-34-56", account_number: "12345678" };

function open(answers: Parameters<typeof mockServer>[0] = {}) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900, role: "admin" }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["payouts"] }),
    "GET /api/admin/withdrawals": () => success([pending]),
    "GET /api/admin/withdrawals/w1": () => success({ ...pending, account }),
    ...answers,
  });
  renderRoutes([{ path: "/admin/withdrawals", Component: Withdrawals }], "/admin/withdrawals");
  return { log, user: userEvent.setup() };
}

test("the bank account is fetched only when an admin asks for it", async () => {
  const { log, user } = open();
  const show = await screen.findByRole("button", { name: "Show bank account" });
  expect(log.some(({ path }) => path === "GET /api/admin/withdrawals/w1")).toBe(false);
  await user.click(show);
  expect(await screen.findByText("12345678")).toBeVisible();
  expect(screen.getByText("12-34-56")).toBeVisible();
});

test("a payment needs a reference", async () => {
  const put = "PUT /api/admin/withdrawals/w1/pay";
  const { log, user } = open({ [put]: () => success(pending) });
  await user.click(await screen.findByRole("button", { name: "Mark as paid" }));
  await user.click(screen.getByRole("button", { name: "Mark as paid" }));
  expect(await screen.findByText("Please fill this in")).toBeVisible();
  await user.type(screen.getByLabelText("Reference of the bank transfer"), "SY-1");
  await user.click(screen.getByRole("button", { name: "Mark as paid" }));
  await waitFor(() =>
    expect(log.find(({ path }) => path === put)?.body).toEqual({ reference: "SY-1" }),
  );
});

test("a refusal that came too late is explained", async () => {
  const { user } = open({
    "PUT /api/admin/withdrawals/w1/refuse": () =>
      failure(409, "payouts.closed", "This withdrawal is paid already."),
  });
  await user.click(await screen.findByRole("button", { name: "Refuse" }));
  await user.type(screen.getByLabelText("Reason"), "No such account");
  await user.click(screen.getByRole("button", { name: "Refuse" }));
  expect(await screen.findByText("This withdrawal is paid already.")).toBeVisible();
});
