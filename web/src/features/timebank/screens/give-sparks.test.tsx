import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as GiveSparks } from "./give-sparks";

afterEach(() => vi.unstubAllGlobals());

const received = {
  id: "g1",
  direction: "received",
  other: { kind: "hidden", name: "A neighbour" },
  amount: 3,
  created_at: "2099-03-02T10:00:00Z",
  reversed_at: "2099-03-03T10:00:00Z",
  reversal_reason: "Sent by mistake",
};

function open(to: string, answers: Parameters<typeof mockServer>[0] = {}, mode = "cash+tokens") {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ modules: ["wallet", "timebank", "explore"], mode }),
    "GET /api/wallet/balance": () => success({ balance: 0, spark_tokens: 10 }),
    "GET /api/spark-gifts": () => success([received]),
    "GET /api/pot": () => success({ balance: 7.5 }),
    "GET /api/users/basic/profile/dev": () =>
      success({ id: "dev", firstname: "Dev", lastname: "Kaur", is_self: false }),
    ...answers,
  });
  renderRoutes([{ path: "/give-sparks", Component: GiveSparks }], `/give-sparks${to}`);
  return { log, user: userEvent.setup() };
}

async function fill(user: ReturnType<typeof userEvent.setup>, amount: string) {
  await user.type(await screen.findByLabelText("Sparks"), amount);
  await user.click(screen.getByRole("button", { name: "Continue" }));
}

test("a gift is made once it is confirmed, with what is left", async () => {
  const { user, log } = open("?to=dev", {
    "POST /api/spark-gifts": () => success({ ...received, id: "g2", amount: 2.5 }),
  });
  expect(await screen.findByText("You have 10 sparks")).toBeVisible();
  await user.type(await screen.findByLabelText(/^Message/), "Thank you");
  await fill(user, "2,5");
  expect(await screen.findByText("Give 2.5 sparks to Dev?")).toBeVisible();
  expect(screen.getByText(/You will have 7\.5 sparks left/)).toBeVisible();
  expect(log.map(({ path }) => path)).not.toContain("POST /api/spark-gifts");
  await user.click(screen.getByRole("button", { name: "Give sparks" }));
  expect(await screen.findByText("You gave Dev 2.5 sparks")).toBeVisible();
  const sent = log.find(({ path }) => path === "POST /api/spark-gifts");
  expect(sent?.body).toEqual({ to: "dev", amount: 2.5, message: "Thank you" });
});

test("amounts that cannot be given are refused beside the field", async () => {
  const { user } = open("?to=dev");
  await screen.findByText("You have 10 sparks");
  await fill(user, "10.01");
  const amount = screen.getByLabelText("Sparks");
  await waitFor(() => expect(amount).toHaveAccessibleDescription(/more sparks than you can give/));
  await user.clear(amount);
  await user.type(amount, "0");
  await waitFor(() => expect(amount).toHaveAccessibleDescription(/Enter an amount such as 2/));
});

test("who may owe sparks can give more than they have", async () => {
  const { log, user } = open("?to=dev", {
    "GET /api/wallet/balance": () => success({ balance: 0, spark_tokens: 10, credit_limit: 5 }),
  });
  await screen.findByText("You have 10 sparks, and may owe 5 sparks");
  await fill(user, "15.01");
  const amount = screen.getByLabelText("Sparks");
  await waitFor(() => expect(amount).toHaveAccessibleDescription(/more sparks than you can give/));
  await user.clear(amount);
  await user.type(amount, "15");
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findByText(/You will have -?−?5 sparks left/)).toBeVisible();
  expect(log.map(({ path }) => path)).not.toContain("POST /api/spark-gifts");
});

test("a refusal of the server is shown in the form", async () => {
  const { user } = open("?to=dev", {
    "POST /api/spark-gifts": () =>
      failure(429, "timebank.gifts_of_a_day", "You have given sparks many times today."),
  });
  await fill(user, "1");
  await user.click(await screen.findByRole("button", { name: "Give sparks" }));
  expect(await screen.findByText("You have given sparks many times today.")).toBeVisible();
  expect(screen.queryByText(/^You gave/)).toBeNull();
});

test("without a receiver, the screen asks who it is for", async () => {
  open("");
  expect(await screen.findByRole("link", { name: "Give to the community" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Find a neighbour" })).toBeVisible();
  expect(await screen.findByText("Sent by mistake")).toBeVisible();
  expect(screen.getByText("From a neighbour")).toBeVisible();
});

test("the community's pot is shown with its form", async () => {
  open("?to=community");
  expect(await screen.findByText("7.5")).toBeVisible();
  expect(screen.getByText("The admins read it")).toBeVisible();
});

test("an unknown neighbour and a community without prices are explained", async () => {
  open("?to=gone", {
    "GET /api/users/basic/profile/gone": () => failure(404, "explore.not_found"),
  });
  expect(await screen.findByText("We cannot find this neighbour")).toBeVisible();
  open("?to=dev", {}, "gift");
  expect(await screen.findByText("Nothing has a price here")).toBeVisible();
});

test("the receiver is found by name", async () => {
  const dev = { id: "dev", firstname: "Dev", lastname: "Kaur", location: "Leeds", skills: [] };
  const { user } = open("", {
    "GET /api/users/searchuser/De": () => success([dev]),
    "GET /api/users/searchuser/Dex": () => success([]),
  });
  const field = await screen.findByRole("searchbox", { name: "Search by name" });
  await user.type(field, "Dex");
  expect(await screen.findByText("Nobody found for Dex")).toBeVisible();
  await user.type(field, "{Backspace}");
  await user.click(await screen.findByRole("link", { name: "Dev Kaur" }));
  expect(await screen.findByText("To Dev Kaur")).toBeVisible();
});
