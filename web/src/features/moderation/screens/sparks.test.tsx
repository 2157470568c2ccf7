import { screen, waitFor } from "@testing-library/react";
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

function open(role: string, items: object[], answers: Parameters<typeof mockServer>[0] = {}) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900, role }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ modules: ["wallet", "timebank"], mode: "tokens" }),
    "GET /api/pot": () => success({ balance: 5 }),
    "GET /api/admin/spark-gifts": () => success(items),
    ...answers,
  });
  renderRoutes([{ path: "/admin/sparks", Component: Sparks }], "/admin/sparks");
  return { log, user: userEvent.setup() };
}

test("staff reverse a gift with a reason", async () => {
  const put = "PUT /api/admin/spark-gifts/g1/reverse";
  const { log, user } = open("moderator", [gift], {
    [put]: () => success({ ...gift, reversed_at: "2026-03-03T10:00:00Z" }),
  });
  await user.click(await screen.findByRole("button", { name: "Reverse" }));
  await screen.findByText("Reverse 2 sparks from Maya Roe to Dev Kaur?");
  const dialog = screen.getByRole("dialog");
  await user.click(screen.getAllByRole("button", { name: "Reverse" }).at(-1) ?? dialog);
  expect(await screen.findByText("A reason is required")).toBeVisible();
  await user.type(screen.getByLabelText("Reason"), "A mistake");
  await user.click(screen.getAllByRole("button", { name: "Reverse" }).at(-1) ?? dialog);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(log.find(({ path }) => path === put)?.body).toEqual({ reason: "A mistake" });
});

test("a refused reversal is explained", async () => {
  const { user } = open("admin", [grant], {
    "PUT /api/admin/spark-gifts/g2/reverse": () =>
      failure(409, "timebank.sparks_spent", "The receiver has fewer by now."),
  });
  await user.click(await screen.findByRole("button", { name: "Reverse" }));
  await user.type(await screen.findByLabelText("Reason"), "A mistake");
  await user.click(screen.getAllByRole("button", { name: "Reverse" }).at(-1) as HTMLElement);
  expect(await screen.findByText("The receiver has fewer by now.")).toBeVisible();
});

test("grants are for admins, and own gifts for others", async () => {
  const own = { ...gift, giver: { kind: "member", user_id: "u1", name: "Me" } };
  open("moderator", [grant, own]);
  expect(await screen.findByText("For the fete")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Reverse" })).toBeNull();
});

test("staff reverse an exchange that counts", async () => {
  const put = "PUT /api/admin/exchanges/e1/reverse";
  const { log, user } = open("moderator", [], {
    "GET /api/admin/exchanges": () =>
      success([exchange, { ...exchange, id: "e2", status: "objected" }]),
    [put]: () => success({ ...exchange, status: "reversed" }),
  });
  await user.click(await screen.findByRole("button", { name: "Past exchanges" }));
  await user.click(await screen.findByRole("button", { name: "Reverse" }));
  await screen.findByText("Reverse 3 sparks from Dev Kaur to Maya Roe?");
  await user.type(screen.getByLabelText("Reason"), "It never happened");
  await user.click(screen.getAllByRole("button", { name: "Reverse" }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(log.find(({ path }) => path === put)?.body).toEqual({ reason: "It never happened" });
});
