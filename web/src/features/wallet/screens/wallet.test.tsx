import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Wallet } from "./wallet";

afterEach(() => vi.unstubAllGlobals());

function open(site: object) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  mockServer({
    "GET /api/site": () => success({ modules: ["wallet"], ...site }),
    "GET /api/wallet/balance": () => success({ balance: 12, spark_tokens: 3 }),
    "GET /api/wallet/transactions": () => success([]),
  });
  renderRoutes([{ path: "/", Component: Wallet }], "/");
}

test("pounds and sparks stand side by side, with the way to more", async () => {
  open({ mode: "cash+tokens", payments: "sandbox" });
  expect(await screen.findByText("£12.00")).toBeVisible();
  const names = screen.getAllByRole("term").map((term) => term.textContent);
  expect(names).toEqual(["Pounds", "Sparks"]);
  expect(screen.getByRole("button", { name: "What are sparks?" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Fund Account" })).toBeVisible();
  expect(screen.getByText("Top up your wallet with pounds.")).toBeVisible();
});

test("where there are sparks alone, nothing is topped up", async () => {
  open({ mode: "tokens", payments: "none" });
  expect(await screen.findByText("Sparks")).toBeVisible();
  expect(screen.queryByText("Pounds")).toBeNull();
  expect(screen.queryByText(/Top up/)).toBeNull();
});

test("where nothing has a price, it leads to the neighbours", async () => {
  open({ mode: "gift", payments: "none" });
  expect(await screen.findByText("Nothing has a price here")).toBeVisible();
  expect(screen.getByRole("link", { name: "Find someone nearby" })).toBeVisible();
});
