import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { mockServer, renderRoutes, success } from "@/test/app";
import type { Booking } from "../format";
import { NextStep } from "./next-step";

afterEach(() => vi.unstubAllGlobals());

function show(part: Partial<Booking>, mine: boolean) {
  mockServer({ "GET /api/site": () => success({ modules: ["bookings", "wallet"] }) });
  const booking = { status: "accepted", escrow: "none", ...part } as Booking;
  const element = (
    <>
      <NextStep booking={booking} mine={mine} />
      <p>Shown</p>
    </>
  );
  renderRoutes([{ path: "/", element }], "/");
}

const OTHERS = "/explore-list?category=Dog+walking";
const AVAILABILITY = "/settings/availability";

test.each([
  ["a rejected request", { status: "rejected" }, true, "Others nearby who can help", OTHERS],
  ["a cancelled one", { status: "cancelled" }, true, "Others nearby who can help", OTHERS],
  ["one said no to", { status: "rejected" }, false, "Say when you can be booked", AVAILABILITY],
  [
    "a dispute",
    { status: "disputed" },
    true,
    "How a dispute is decided",
    "/help#if-something-goes-wrong",
  ],
  ["a split", { status: "completed", escrow: "split" }, false, "See your wallet", "/wallet"],
] as const)("%s links to a next step", async (_, part, mine, name, to) => {
  show({ skill_type: "Dog walking", ...part }, mine);
  expect(await screen.findByRole("link", { name })).toHaveAttribute("href", to);
});

test("a booking in progress needs no such link", async () => {
  show({ status: "accepted" }, true);
  expect(await screen.findByText("Shown")).toBeVisible();
  expect(screen.queryByRole("link")).toBeNull();
});
