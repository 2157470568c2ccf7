import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mockServer, renderRoutes, success } from "@/test/app";
import { sampleBooking } from "@/test/booking";
import type { BookingDirection } from "../groups";
import { BookingOutcome } from "./booking-outcome";

const booking = sampleBooking({ status: "completed", actions: ["review"] });

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(side: BookingDirection) {
  mockServer({ "GET /api/site": () => success({ name: "Sparkyard", modules: ["bookings"] }) });
  const router = renderRoutes(
    [
      { path: "/booking", element: <BookingOutcome booking={booking} side={side} /> },
      { path: "/bookings", element: <h1>Bookings</h1> },
    ],
    "/booking?done=completed",
  );
  const sheet = await screen.findByRole("dialog");
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  // The dialog has taken the focus.
  await pass(100);
  return { sheet, pass, at: () => router.state.location.pathname };
}

test("the provider's success leads to the bookings after three seconds", async () => {
  const { pass, at } = await open("inward");
  await pass(3_000);
  expect(at()).toBe("/bookings");
});

test("the success stays while the pointer is on it", async () => {
  const { sheet, pass, at } = await open("inward");
  fireEvent.pointerOver(sheet);
  await pass(10_000);
  expect(at()).toBe("/booking");
  fireEvent.pointerOver(document.body);
  await pass(3_000);
  expect(at()).toBe("/bookings");
});

test.each<[string, (sheet: HTMLElement) => void]>([
  ["a touch", (sheet) => fireEvent.pointerDown(sheet)],
  ["a key", (sheet) => fireEvent.keyDown(sheet, { key: "Tab" })],
  [
    "a move of the focus",
    () => {
      screen.getByRole("button", { name: "Close" }).focus();
      screen.getByRole("button", { name: "Go to Bookings" }).focus();
    },
  ],
])("it stays for good after %s", async (_, touch) => {
  const { sheet, pass, at } = await open("inward");
  act(() => touch(sheet));
  await pass(10_000);
  expect(at()).toBe("/booking");
});

test("the client's success stays", async () => {
  const { pass, at } = await open("outward");
  await pass(10_000);
  expect(at()).toBe("/booking");
  expect(screen.getByRole("link", { name: "Leave a review" })).toHaveAttribute(
    "href",
    "/review?booking=7",
  );
});
