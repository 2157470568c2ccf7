import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { Component as Unsubscribe } from "./unsubscribe";

const TOKEN = "order_messages~account.01ana.c2lnbmF0dXJl";
const POST = `POST /api/unsubscribe/${TOKEN}`;
const MAILS = `GET /api/unsubscribe/${TOKEN}/mails`;

afterEach(() => vi.unstubAllGlobals());

function open(answers: Parameters<typeof mockServer>[0]) {
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["settings"] }),
    ...answers,
  });
  renderRoutes([{ path: "/unsubscribe/:token", Component: Unsubscribe }], `/unsubscribe/${TOKEN}`);
  return { log, user: userEvent.setup() };
}

test("emails are stopped by a press, not on opening", async () => {
  const { log, user } = open({
    [MAILS]: () => success({ topics: ["order_messages", "account"], wanted: true }),
    [POST]: () => success(undefined),
  });
  expect(
    await screen.findByText(
      /about messages of people you have a booking with and reviews, followers and your account/,
    ),
  ).toBeVisible();
  expect(log.some(({ path }) => path === POST)).toBe(false);
  await user.click(screen.getByRole("button", { name: "Stop all emails of this kind" }));
  expect(await screen.findByRole("heading", { name: "These emails are off" })).toBeVisible();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Choose what you get" })).toHaveAttribute(
    "href",
    "/settings/notify",
  );
});

test("an incomplete link says so", async () => {
  open({ [MAILS]: () => failure(404, "settings.unknown_link") });
  expect(await screen.findByText(/We do not know this link/)).toBeVisible();
});
