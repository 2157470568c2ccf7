import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Sparks } from "./sparks";

afterEach(() => vi.unstubAllGlobals());

const gift: Schemas["RecordedGift"] = {
  id: "g1",
  giver: { kind: "member", user_id: "maya", name: "Maya Roe" },
  receiver: { kind: "member", user_id: "dev", name: "Dev Kaur" },
  amount: 2,
  created_at: "2026-03-02T10:00:00Z",
};
const grant: Schemas["RecordedGift"] = {
  ...gift,
  id: "g2",
  giver: { kind: "community", name: "The community" },
  message: "For the fete",
};

const exchange: Schemas["RecordedExchange"] = {
  id: "e1",
  giver: gift.giver,
  receiver: gift.receiver,
  date: "2026-03-01",
  hours: 2,
  skill: "Weeding",
  tokens: 3,
  status: "confirmed",
  created_at: "2026-03-02T10:00:00Z",
};

function renderScreen(
  role: string,
  items: object[],
  handlers: Parameters<typeof mockServer>[0] = {},
) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900, role }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ modules: ["wallet", "timebank"], mode: "tokens" }),
    "GET /api/pot": () => success({ balance: 5 }),
    "GET /api/admin/spark-gifts": () => success(items),
    ...handlers,
  });
  renderRoutes([{ path: "/admin/sparks", Component: Sparks }], "/admin/sparks");
  return { log, user: userEvent.setup() };
}

test("staff reverse a gift with a reason", async () => {
  const endpoint = "PUT /api/admin/spark-gifts/g1/reverse";
  const { log, user } = renderScreen("moderator", [gift], {
    [endpoint]: () => success({ ...gift, reversed_at: "2026-03-03T10:00:00Z" }),
  });
  await user.click(await screen.findByRole("button", { name: "Reverse" }));
  await screen.findByText("Reverse 2 sparks from Maya Roe to Dev Kaur?");
  const dialog = within(screen.getByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Reverse" }));
  expect(await screen.findByText("A reason is required")).toBeVisible();
  await user.type(screen.getByLabelText("Reason"), "A mistake");
  await user.click(dialog.getByRole("button", { name: "Reverse" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(log.find(({ path }) => path === endpoint)?.body).toEqual({ reason: "A mistake" });
});

test("a refused reversal is explained", async () => {
  const { user } = renderScreen("admin", [grant], {
    "PUT /api/admin/spark-gifts/g2/reverse": () =>
      failure(409, "timebank.sparks_spent", "The receiver has fewer by now."),
  });
  await user.click(await screen.findByRole("button", { name: "Reverse" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Reason"), "A mistake");
  await user.click(dialog.getByRole("button", { name: "Reverse" }));
  expect(await screen.findByText("The receiver has fewer by now.")).toBeVisible();
});

test("a moderator cannot reverse a grant or a gift of their own", async () => {
  const own = { ...gift, giver: { kind: "member", user_id: "u1", name: "Me" } };
  renderScreen("moderator", [grant, own]);
  expect(await screen.findByText("For the fete")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Reverse" })).toBeNull();
});

test("staff reverse an exchange that counts", async () => {
  const endpoint = "PUT /api/admin/exchanges/e1/reverse";
  const { log, user } = renderScreen("moderator", [], {
    "GET /api/admin/exchanges": () =>
      success([exchange, { ...exchange, id: "e2", status: "objected" }]),
    [endpoint]: () => success({ ...exchange, status: "reversed" }),
  });
  await user.click(await screen.findByRole("button", { name: "Past exchanges" }));
  await user.click(await screen.findByRole("button", { name: "Reverse" }));
  await screen.findByText("Reverse 3 sparks from Dev Kaur to Maya Roe?");
  const dialog = within(screen.getByRole("dialog"));
  await user.type(dialog.getByLabelText("Reason"), "It never happened");
  await user.click(dialog.getByRole("button", { name: "Reverse" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(log.find(({ path }) => path === endpoint)?.body).toEqual({ reason: "It never happened" });
});
