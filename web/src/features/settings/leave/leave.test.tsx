import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { getSession, storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Goodbye } from "../screens/goodbye";
import { Component as Leave } from "../screens/leave";

const LEAVING = "/api/settings/leaving";
const free = { obstacles: [], cash: 0, withdrawable: 0, sparks: 5, pot: true };

afterEach(() => vi.unstubAllGlobals());

function open(leaving: object, answers: Parameters<typeof mockServer>[0] = {}) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({
    [`GET ${LEAVING}`]: () => success(leaving),
    "GET /api/auth/second-factor": () => success({ enabled: false }),
    "GET /api/settings/export": () => success({ state: "none", done: 0, total: 0, entries: 0 }),
    ...answers,
  });
  renderRoutes(
    [
      { path: "/settings/leave", Component: Leave },
      { path: "/goodbye", Component: Goodbye },
    ],
    "/settings/leave",
  );
  return log;
}

const button = () => screen.findByRole("button", { name: "Delete my account for ever" });

test("an account is deleted with the password and the typed word, and the session is gone", async () => {
  const log = open(free, { [`POST ${LEAVING}`]: () => success(null) });
  expect(await screen.findByText(/5 sparks go to the community's pot/)).toBeVisible();
  await userEvent.click(await button());
  expect(await screen.findByText("Type DELETE to go on")).toBeVisible();
  await userEvent.type(screen.getByLabelText("Your password"), "correct horse");
  await userEvent.type(screen.getByLabelText("Type DELETE"), "delete");
  await userEvent.click(await button());
  expect(await screen.findByText("Goodbye, and thank you")).toBeVisible();
  await waitFor(() => expect(getSession()).toBeNull());
  expect(log).toContainEqual({
    path: `POST ${LEAVING}`,
    body: { currentPassword: "correct horse", giveUp: false },
  });
});

test("an open booking leads to the bookings, and there is no form", async () => {
  const message = "A booking is not settled yet.";
  open({ ...free, obstacles: [{ code: "bookings.still_open", message, link: "/bookings" }] });
  const link = await screen.findByRole("link", { name: `Settle it: ${message}` });
  expect(link).toHaveAttribute("href", "/bookings");
  expect(screen.queryByLabelText("Your password")).not.toBeInTheDocument();
});

test("pounds are given up expressly, and a refusal of the server is told", async () => {
  const cash = { code: "wallet.cash_left", message: "There are pounds left.", link: "/wallet" };
  open(
    { ...free, obstacles: [cash], cash: 3.5 },
    { [`POST ${LEAVING}`]: () => failure(409, "bookings.still_open", "A booking came in.") },
  );
  await userEvent.type(await screen.findByLabelText("Your password"), "correct horse");
  await userEvent.type(screen.getByLabelText("Type DELETE"), "DELETE");
  await userEvent.click(await button());
  expect(await screen.findByText("Withdraw your pounds first, or tick this")).toBeVisible();
  await userEvent.click(screen.getByLabelText(/I give up the £3.50/));
  await userEvent.click(await button());
  expect(await screen.findByText("A booking came in.")).toBeVisible();
  expect(getSession()).not.toBeNull();
});
