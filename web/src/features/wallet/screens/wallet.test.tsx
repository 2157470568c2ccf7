import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Wallet } from "./wallet";

afterEach(() => vi.unstubAllGlobals());

const gift = { id: "1", unit: "spark", amount: 10, reason: "welcome", description: "Welcome gift" };
const payment = {
  ...gift,
  id: "2",
  amount: -4,
  reason: "escrow",
  description: "Payment for booking",
};

function open(site: object, entries: object[] = []) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  mockServer({
    "GET /api/site": () => success({ name: "Ridgeway", modules: ["wallet"], ...site }),
    "GET /api/wallet/balance": () => success({ balance: 12, spark_tokens: 3 }),
    "GET /api/wallet/transactions": () =>
      success(entries.map((entry) => ({ ...entry, created_at: "2099-03-02T10:00:00Z" }))),
  });
  renderRoutes([{ path: "/", Component: Wallet }], "/");
}

test("pounds and sparks stand side by side, with ways to add", async () => {
  open({ mode: "cash+tokens", payments: "sandbox" });
  expect(await screen.findByText("£12.00")).toBeVisible();
  const names = screen.getAllByRole("term").map((term) => term.textContent);
  expect(names).toEqual(["Pounds", "Sparks"]);
  expect(screen.getByRole("button", { name: "What are sparks?" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Fund Account" })).toBeVisible();
  expect(screen.getByText("Top up your wallet with pounds.")).toBeVisible();
});

test("with sparks only, there is no top-up", async () => {
  open({ mode: "tokens", payments: "none" });
  expect(await screen.findByText("Sparks")).toBeVisible();
  expect(screen.queryByText("Pounds")).toBeNull();
  expect(screen.queryByText(/Top up/)).toBeNull();
});

test("without prices, the wallet leads to neighbours", async () => {
  open({ mode: "gift", payments: "none" });
  expect(await screen.findByText("Nothing has a price here")).toBeVisible();
  expect(screen.getByRole("link", { name: "Find someone nearby" })).toBeVisible();
});

test("newcomers see that their sparks are a gift until used", async () => {
  open({ mode: "cash+tokens", payments: "none" }, [gift]);
  expect(await screen.findByRole("heading", { name: "10 sparks to start with" })).toBeVisible();
  expect(screen.getByText(/^A gift from Ridgeway/)).toBeVisible();
  cleanup();
  open({ mode: "cash+tokens", payments: "none" }, [payment, gift]);
  expect(await screen.findByText("Payment for booking")).toBeVisible();
  expect(screen.queryByText(/to start with/)).toBeNull();
});
