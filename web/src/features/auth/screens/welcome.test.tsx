import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component } from "./welcome";

const ACCEPT = "POST /api/auth/invitations/accept";
const site = () => success({ name: "Sparkyard", modules: ["auth"], demo: false });

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});

const routes = [
  { path: "/welcome", Component },
  { path: "*", element: <h1>Elsewhere</h1> },
];

async function fill(answer: () => Response, agree = true) {
  const log = mockServer({ "GET /api/site": site, [ACCEPT]: answer });
  const router = renderRoutes(routes, "/welcome#token=secret");
  await userEvent.type(screen.getByLabelText("Password"), "long walks");
  if (agree) await userEvent.click(screen.getByRole("checkbox"));
  await userEvent.click(screen.getByRole("button", { name: "Open my account" }));
  return { log, router };
}

test("the link opens the account, with consent", async () => {
  const tokens = { accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" };
  const { log, router } = await fill(() => success(tokens));
  await screen.findByRole("heading", { name: "Elsewhere" });
  expect(router.state.location.pathname).toBe("/explore");
  expect(log.find(({ path }) => path === ACCEPT)?.body).toEqual({
    token: "secret",
    newPassword: "long walks",
    adult: true,
    terms: true,
  });
});

test("nothing is sent without consent", async () => {
  const { log } = await fill(() => success(null), false);
  expect(await screen.findByText("Please accept the terms to join.")).toBeVisible();
  expect(log.some(({ path }) => path === ACCEPT)).toBe(false);
});

test("a used link offers another", async () => {
  await fill(() => failure(422, "auth.reset_invalid", "Invalid or missing reset token"));
  expect(await screen.findByRole("link", { name: "ask for a new link" })).toBeVisible();
});
