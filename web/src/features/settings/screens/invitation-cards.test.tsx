import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as InvitationCards } from "./invitation-cards";

afterEach(() => vi.unstubAllGlobals());

function open(invites: object) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  mockServer({
    "GET /api/site": () => success({ name: "Calder Swap", modules: [], default_city: "Leeds" }),
    "GET /api/users/invites": () =>
      success({ invited: 0, joined: 0, tokens_earned: 0, ...invites }),
  });
  renderRoutes(
    [{ path: "/settings/invite/cards", Component: InvitationCards }],
    "/settings/invite/cards",
  );
}

test("eight cards carry name, address, code and QR code", async () => {
  const url = "https://swap.example.org/signup?ref=abc";
  open({ code: "abc", url });
  expect(await screen.findAllByRole("img", { name: `QR code that leads to ${url}` })).toHaveLength(
    8,
  );
  expect(screen.getAllByText("swap.example.org")).toHaveLength(8);
  expect(screen.getAllByText("abc")).toHaveLength(8);
  expect(screen.getByRole("button", { name: "Print" })).toBeVisible();
});

test("without a public address there is nothing to print", async () => {
  open({ code: "abc" });
  expect(await screen.findByText("Nobody can be invited yet")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Print" })).toBeNull();
});
