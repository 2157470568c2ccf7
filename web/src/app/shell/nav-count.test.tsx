import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { sampleBooking } from "@/test/booking";
import { fakeToken } from "@/test/jwt";
import { BottomBar } from "./bottom-bar";

beforeEach(() => {
  storeTokens({ accessToken: fakeToken({ id: "dev", expiresIn: 900 }), refreshToken: "r" });
});
afterEach(() => vi.unstubAllGlobals());

function open(bookings: ReturnType<typeof sampleBooking>[]) {
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["explore", "bookings"] }),
    "GET /api/bookings/get/user/inward": () => success(bookings),
  });
  renderRoutes([{ path: "/", Component: BottomBar }], "/");
  return log;
}

const asksForBookings = (log: { path: string }[]) =>
  log.filter(({ path }) => path === "GET /api/bookings/get/user/inward").length;

test("the navigation counts the requests that wait for an answer, once the browser is idle", async () => {
  let idle: () => void = () => undefined;
  vi.stubGlobal("requestIdleCallback", (done: () => void) => {
    idle = done;
    return 1;
  });
  const answered = sampleBooking({ id: 8, status: "accepted", actions: ["cancel"] });
  const log = open([sampleBooking(), sampleBooking({ id: 9 }), answered]);
  expect(await screen.findByRole("link", { name: "Bookings" })).toBeVisible();
  expect(asksForBookings(log)).toBe(0);
  act(() => idle());
  expect(await screen.findByRole("link", { name: /^Bookings ?, 2 to answer$/ })).toBeVisible();
  expect(asksForBookings(log)).toBe(1);
  expect(screen.getByRole("link", { name: "Explore" })).toBeVisible();
});

test("nothing is counted where nothing waits", async () => {
  vi.stubGlobal("requestIdleCallback", (done: () => void) => setTimeout(done));
  const log = open([]);
  await vi.waitFor(() => expect(asksForBookings(log)).toBe(1));
  expect(screen.getByRole("link", { name: "Bookings" })).toBeVisible();
});
