import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component } from "./data";

const GET = "GET /api/settings/retention";

afterEach(() => vi.unstubAllGlobals());

function open(answer: () => ReturnType<typeof success>) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  mockServer({ [GET]: answer });
  renderRoutes([{ path: "/settings/data", Component }], "/settings/data");
}

const items = [
  { data: "Notifications", hours: 1440, since: "after they were made" },
  { data: "Reports to the hosts", hours: 8760, since: "after they were decided" },
  { data: "Payouts", hours: 52_704, since: "after they were made" },
];

test("each rule is told with its time", async () => {
  open(() => success({ items }));
  const term = await screen.findByText("Notifications");
  expect(term.nextElementSibling).toHaveTextContent("60 days after they were made");
  const other = screen.getByText("Reports to the hosts");
  expect(other.nextElementSibling).toHaveTextContent("1 year after they were decided");
  const last = screen.getByText("Payouts");
  expect(last.nextElementSibling).toHaveTextContent("6 years after they were made");
});

test("a failed load offers a retry", async () => {
  const answers = [failure(403, "auth.forbidden"), success({ items })];
  open(() => answers.shift() ?? failure(500, "no"));
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Notifications")).toBeVisible();
});
