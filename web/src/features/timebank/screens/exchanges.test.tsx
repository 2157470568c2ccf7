import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutesWithToasts, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Exchanges } from "./exchanges";
import { Component as NewExchange } from "./new-exchange";

afterEach(() => vi.unstubAllGlobals());

const waiting: Schemas["Exchange"] = {
  id: "e1",
  other: { kind: "member", user_id: "maya", name: "Maya Roe" },
  i_was: "receiver",
  i_wrote: false,
  date: "2099-03-01",
  hours: 1.5,
  skill: "Weeding",
  tokens: 2.5,
  status: "waiting",
  counts_at: "2099-03-09T10:00:00Z",
  short: false,
  created_at: "2099-03-02T10:00:00Z",
};

function open(
  path: string,
  items: object[],
  answers: Parameters<typeof mockServer>[0] = {},
  mode = "tokens",
) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ modules: ["wallet", "timebank"], mode }),
    "GET /api/exchanges": () => success(items),
    "GET /api/users/basic/profile/dev": () =>
      success({ id: "dev", firstname: "Dev", lastname: "Kaur", is_self: false }),
    ...answers,
  });
  const routes = [
    { path: "/exchanges", Component: Exchanges },
    { path: "/exchanges/new", Component: NewExchange },
  ];
  const router = renderRoutesWithToasts(routes, path);
  return { log, router, user: userEvent.setup() };
}

test("an exchange is confirmed by the other side", async () => {
  const put = "PUT /api/exchanges/e1/confirm";
  const { log, user } = open("/exchanges", [waiting], {
    [put]: () => success({ ...waiting, status: "confirmed" }),
  });
  expect(await screen.findByText(/^Help from/)).toHaveTextContent("Help from Maya Roe");
  expect(screen.getByText(/Waits for you\. Without an answer it counts/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Confirm" }));
  await waitFor(() => expect(log.map(({ path }) => path)).toContain(put));
  expect(await screen.findByText("Confirmed. Thank you.")).toBeInTheDocument();
});

test("a confirmation that fails says why", async () => {
  const { user } = open("/exchanges", [waiting], {
    "PUT /api/exchanges/e1/confirm": () =>
      failure(409, "timebank.payer_short", "There are fewer sparks than that."),
  });
  await user.click(await screen.findByRole("button", { name: "Confirm" }));
  expect(await screen.findByText("There are fewer sparks than that.")).toBeInTheDocument();
});

test("an objection carries its reason", async () => {
  const put = "PUT /api/exchanges/e1/object";
  const { log, user } = open("/exchanges", [waiting], {
    [put]: () => success({ ...waiting, status: "objected" }),
  });
  await user.click(await screen.findByRole("button", { name: "Object" }));
  await user.type(await screen.findByLabelText(/^What is wrong/), "It was one hour");
  await user.click(screen.getAllByRole("button", { name: "Object" }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(log.find(({ path }) => path === put)?.body).toEqual({ reason: "It was one hour" });
});

test("the writer can withdraw, and sees when sparks are lacking", async () => {
  const own = { ...waiting, i_was: "giver", i_wrote: true };
  const short = { ...own, id: "e2", short: true };
  const put = "PUT /api/exchanges/e1/withdraw";
  const { log, user } = open("/exchanges?tab=all", [own, short], {
    [put]: () => success({ ...own, status: "withdrawn" }),
  });
  expect(await screen.findByText(/It counts once they have enough/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Confirm" })).toBeNull();
  await user.click(screen.getAllByRole("button", { name: "Withdraw" })[0] as HTMLElement);
  await waitFor(() => expect(log.map(({ path }) => path)).toContain(put));
});

test("an exchange is written down with all its facts", async () => {
  const { log, user, router } = open("/exchanges/new?with=dev", [], {
    "POST /api/exchanges": () => success(waiting),
  });
  await user.click(await screen.findByRole("button", { name: "Write it down" }));
  expect(await screen.findByText("Say what was done, such as weeding")).toBeVisible();
  await user.click(screen.getByLabelText("I helped Dev"));
  await user.type(screen.getByLabelText("What was done?"), "Weeding");
  await user.clear(screen.getByLabelText("Hours"));
  await user.type(screen.getByLabelText("Hours"), "1,5");
  await user.type(screen.getByLabelText("Sparks"), "0");
  await user.click(screen.getByRole("button", { name: "Write it down" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/exchanges"));
  const sent = log.find(({ path }) => path === "POST /api/exchanges");
  expect(sent?.body).toMatchObject({
    with: "dev",
    i_was: "giver",
    skill: "Weeding",
    hours: 1.5,
    tokens: 0,
  });
});

test("without a neighbour or without prices, the screens say what to do", async () => {
  open("/exchanges/new", []);
  expect(await screen.findByText("Who was it with?")).toBeVisible();
  open("/exchanges", [], {}, "gift");
  expect(await screen.findByText("Nothing has a price here")).toBeVisible();
});
