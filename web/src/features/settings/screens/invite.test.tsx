import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Invite } from "./invite";

const figures = { code: "abc", invited: 0, joined: 0, tokens_earned: 0 };

afterEach(() => vi.unstubAllGlobals());

function open(invites: object, role = "member") {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900, role }), refreshToken: "r" });
  mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: [] }),
    "GET /api/users/invites": () => success(invites),
  });
  renderRoutes([{ path: "/settings/invite", Component: Invite }], "/settings/invite");
}

test("the invitation link shows where the site is reachable", async () => {
  const url = "https://swap.example.org/signup?ref=abc";
  open({ ...figures, url });
  expect(await screen.findByDisplayValue(url)).toBeVisible();
});

test.each(["member", "admin"])("without a reachable address a %s gets no link", async (role) => {
  open(figures, role);
  expect(await screen.findByText("Nobody can be invited yet")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Copy link" })).toBeNull();
  const help = screen.queryByRole("link", { name: "See what is missing" });
  expect(help !== null).toBe(role === "admin");
});
