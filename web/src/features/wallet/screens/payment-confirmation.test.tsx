import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as PaymentConfirmation } from "./payment-confirmation";

afterEach(() => vi.unstubAllGlobals());

function open(payment: object, search = "?payment=p1&return=/book-service?skill=7") {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  mockServer({
    "GET /api/site": () => success({ modules: ["wallet"], mode: "cash+tokens" }),
    "GET /api/wallet/card-payments/p1": () => success(payment),
  });
  return renderRoutes(
    [
      { path: "/payment-confirmation", element: <PaymentConfirmation /> },
      { path: "/book-service", element: <p>The request</p> },
    ],
    `/payment-confirmation${search}`,
  );
}

test("an authorised card leads back to the request, with the payment", async () => {
  const router = open({ state: "authorised" });
  expect(await screen.findByText("The request")).toBeVisible();
  expect(router.state.location.search).toBe("?skill=7&pay=1&card=p1");
});

test.each([
  ["open", "Your payment did not go through"],
  ["processing", "Your bank has not answered yet"],
  ["expired", "This payment ran out"],
])("a payment that is %s says what it means for the money", async (state, title) => {
  open({ state });
  expect(await screen.findByText(title)).toBeVisible();
  const back = screen.getAllByRole("link").at(-1);
  expect(back).toHaveAttribute("href", "/book-service?skill=7");
});

test("a payment that was used leads to its booking", async () => {
  open({ state: "used", booking_id: 12 });
  const link = await screen.findByRole("link", { name: "See your booking" });
  expect(link).toHaveAttribute("href", "/outward-details/12");
});

test("an address without a payment says so", async () => {
  open({}, "");
  expect(await screen.findByText("There is no payment here")).toBeVisible();
});
