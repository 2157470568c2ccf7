import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as PaymentSuccess } from "./payment-success";

afterEach(() => vi.unstubAllGlobals());

function open(search: string, topUp: () => Response) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  sessionStorage.setItem("funding:u1", "{}");
  const log = mockServer({
    "GET /api/site": () =>
      success({ modules: ["wallet"], mode: "cash+tokens", payments: "stripe" }),
    "GET /api/wallet/balance": () => success({ balance: 32, spark_tokens: 3 }),
    "GET /api/wallet/top-ups/t1": topUp,
  });
  const at = `/payment-success${search}`;
  renderRoutes([{ path: "/payment-success", element: <PaymentSuccess /> }], at);
  return log;
}

const topUp = (status: string) => () => success({ id: "t1", amount: 20, status });

test("a credited top-up shows the new balance and the way back", async () => {
  open("?top_up=t1&return=/book-service/7", topUp("credited"));
  expect(await screen.findByText("£20.00 is in your wallet")).toBeVisible();
  expect(await screen.findByText("You now have £32.00.")).toBeVisible();
  const back = screen.getByRole("link", { name: "Back to your booking" });
  expect(back).toHaveAttribute("href", "/book-service/7");
  expect(sessionStorage.getItem("funding:u1")).toBeNull();
});

test("a payment that the bank has not answered is kept", async () => {
  open("?top_up=t1", topUp("pending"));
  expect(await screen.findByText("Your bank has not answered yet")).toBeVisible();
  expect(sessionStorage.getItem("funding:u1")).not.toBeNull();
});

test("a rejected payment can be tried again", async () => {
  open("?top_up=t1&redirect_status=failed", topUp("pending"));
  expect(await screen.findByText("Your payment did not go through")).toBeVisible();
  expect(screen.getByRole("link", { name: "Try again" })).toHaveAttribute("href", "/fund");
});

test("a payment is not lost while Stripe cannot be reached", async () => {
  const log = open("?top_up=t1", () => failure(503, "payments.unreachable", "Out of reach."));
  expect(await screen.findByText("Out of reach.", {}, { timeout: 10_000 })).toBeVisible();
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
  expect(log.some(({ path }) => path === "GET /api/wallet/top-ups/t1")).toBe(true);
});

test("an address without a payment says so", async () => {
  open("", topUp("credited"));
  expect(await screen.findByText("There is no payment here")).toBeVisible();
});

test("the way back stays on this site", async () => {
  open("?top_up=t1&return=https://evil.example", topUp("credited"));
  const link = await screen.findByRole("link", { name: "Continue" });
  expect(link).toHaveAttribute("href", "/wallet");
});
