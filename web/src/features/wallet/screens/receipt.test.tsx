import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Receipt } from "./receipt";

afterEach(() => vi.unstubAllGlobals());

const receipt = {
  number: "R000007",
  booking_id: 7,
  settled_at: "2026-03-04T11:00:00Z",
  paid_at: "2026-03-02T10:00:00Z",
  booking_date: "2026-03-04T10:00:00Z",
  hours: 2,
  skill: "Plumbing",
  title: "Booking for Plumbing",
  client: { id: "a", name: "Ana <script>\u05d0" },
  provider: { id: "b", name: "Bo Reed" },
  unit: "gbp",
  price: 24.7,
  refunded: 0,
  released: 24.7,
  expenses: 0,
  payment_method: "wallet",
  site_name: "Ridgeway",
  site_contact: "hosts@example.org",
};

function open(answer: () => Response, at = "/receipt/7") {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Ridgeway", modules: ["wallet"] }),
    "GET /api/wallet/receipts/7": answer,
    "GET /api/wallet/receipts/7/file": () => new Response("%PDF"),
  });
  renderRoutes([{ path: "/receipt/:id", Component: Receipt }], at);
  return log;
}

test("a receipt tells who paid what to whom", async () => {
  open(() => success(receipt));
  expect(await screen.findByRole("heading", { name: "Receipt R000007" })).toBeVisible();
  expect(screen.getByText("Ana <script>\u05d0")).toBeVisible();
  expect(screen.getByText("2 hours")).toBeVisible();
  expect(screen.getByText("4 March 2026, 11:00")).toBeVisible();
  expect(screen.getByText("Wallet, in pounds")).toBeVisible();
  expect(screen.getByText("Paid to Bo Reed").closest("div")).toHaveTextContent("\u00a324.70");
  expect(screen.queryByText(/^Returned to/)).toBeNull();
  expect(screen.getByRole("link", { name: "hosts@example.org" })).toBeVisible();
});

test("a shared amount has two lines", async () => {
  open(() => success({ ...receipt, unit: "spark", price: 6, refunded: 3.5, released: 2.5 }));
  const line = async (text: RegExp) => (await screen.findByText(text)).closest("div");
  expect(await line(/^Paid to Bo Reed/)).toHaveTextContent("2.5 sparks");
  expect(await line(/^Returned to Ana/)).toHaveTextContent("3.5 sparks");
});

test("the receipt is downloaded as a document", async () => {
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x" }));
  const log = open(() => success(receipt));
  const button = await screen.findByRole("button", { name: "Download as PDF" });
  await userEvent.setup().click(button);
  await waitFor(() =>
    expect(log.map(({ path }) => path)).toContain("GET /api/wallet/receipts/7/file"),
  );
  expect(screen.getByRole("alert")).toBeEmptyDOMElement();
});

test("there is no receipt before the money is settled", async () => {
  open(() => failure(409, "wallet.booking_not_settled"));
  expect(await screen.findByText("Not settled yet")).toBeVisible();
});

test("there is no receipt for the bookings of others", async () => {
  open(() => failure(404, "wallet.receipt_not_found"));
  expect(await screen.findByText("No receipt here")).toBeVisible();
});

test("an address without a booking asks nothing", async () => {
  const log = open(() => success(receipt), "/receipt/%3Cscript%3E");
  expect(await screen.findByText("No receipt here")).toBeVisible();
  expect(log.filter(({ path }) => path.includes("receipts"))).toEqual([]);
});

test("a failure can be tried again", async () => {
  open(() => failure(500, "server.internal"));
  expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
});
