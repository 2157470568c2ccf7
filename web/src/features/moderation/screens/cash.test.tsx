import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Cash } from "./cash";

const pending: Schemas["CashInRequest"] = {
  id: "c1",
  user_id: "u2",
  name: "Dev Kaur",
  amount: 400,
  note: "Receipt 9",
  status: "pending",
  asked_by: "u9",
  asked_by_name: "Iris Moss",
  created_at: "2026-03-02T10:00:00Z",
  lapses_at: "2026-03-09T10:00:00Z",
  decided_by_name: "",
  may_approve: true,
};

function open(answers: Parameters<typeof mockServer>[0] = {}) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900, role: "admin" }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["wallet"] }),
    "GET /api/admin/wallet/cash-in": () => success([pending]),
    ...answers,
  });
  renderRoutes([{ path: "/admin/cash", Component: Cash }], "/admin/cash");
  return { log, user: userEvent.setup() };
}

test.each([
  ["Approve", "approve"],
  ["Refuse", "refuse"],
])("a second admin decides: %s", async (name, decision) => {
  const put = `PUT /api/admin/wallet/cash-in/c1/${decision}`;
  const { log, user } = open({ [put]: () => success({ ...pending, status: "approved" }) });
  await user.click(await screen.findByRole("button", { name }));
  await waitFor(() => expect(log.map(({ path }) => path)).toContain(put));
});

test("an excluded admin is told so, and a failed decision explained", async () => {
  const { user } = open({
    "GET /api/admin/wallet/cash-in": () => success([{ ...pending, may_approve: false }]),
    "PUT /api/admin/wallet/cash-in/c1/refuse": () =>
      failure(409, "wallet.cash_in_lapsed", "It has waited too long."),
  });
  expect(await screen.findByText(/Another admin has to approve it/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Refuse" }));
  expect(await screen.findByText("It has waited too long.")).toBeVisible();
});
