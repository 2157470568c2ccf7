import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Earnings } from "./earnings";

const quarter = { transactions: 0, paid: 0, fees: 0 };
const earnings = {
  year: 2025,
  quarters: [
    { ...quarter, from: "2025-01-01", to: "2025-03-31", transactions: 1, paid: 14.5 },
    { ...quarter, from: "2025-04-01", to: "2025-06-30" },
    { ...quarter, from: "2025-07-01", to: "2025-09-30", transactions: 2, paid: 20 },
    { ...quarter, from: "2025-10-01", to: "2025-12-31" },
  ],
  transactions: 3,
  paid: 34.5,
  fees: 0,
};

afterEach(() => vi.unstubAllGlobals());

function open(address: string) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["wallet"], mode: "cash+tokens" }),
    "GET /api/wallet/earnings": () => success(earnings),
    "GET /api/wallet/earnings.pdf": () => failure(422, "invalid"),
  });
  renderRoutes([{ path: "/wallet/earnings", Component: Earnings }], address);
  return { user: userEvent.setup(), log };
}

test("earnings are listed by quarter, with the year's sum", async () => {
  open("/wallet/earnings?year=2025");
  const first = await screen.findByText("January to March");
  expect(first.closest("div")).toHaveTextContent("1 payment£14.50");
  expect(screen.getByText("Whole year").closest("div")).toHaveTextContent("3 payments£34.50");
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Earned in 2025");
});

test("a year that cannot be reported falls back to this one", async () => {
  const { user } = open("/wallet/earnings?year=1999");
  const year = await screen.findByLabelText("Year");
  expect(Number((year as HTMLSelectElement).value)).toBeGreaterThanOrEqual(2026);
  await user.selectOptions(year, "2024");
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("Earned in 2024");
});

test("a document that cannot be had says so", async () => {
  const { user, log } = open("/wallet/earnings?year=2025");
  await user.click(await screen.findByRole("button", { name: "Download as PDF" }));
  expect(await screen.findByText("Message of invalid")).toBeVisible();
  expect(log.at(-1)?.path).toBe("GET /api/wallet/earnings.pdf");
});
