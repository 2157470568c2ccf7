import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { BottomBar } from "./bottom-bar";

beforeEach(() => {
  storeTokens({ accessToken: fakeToken({ id: "dev", expiresIn: 900 }), refreshToken: "r" });
});
afterEach(() => vi.unstubAllGlobals());

function open(waiting: { inward: number; outward: number }) {
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["explore", "bookings"] }),
    "GET /api/bookings/waiting": () => success(waiting),
  });
  renderRoutes([{ path: "/", Component: BottomBar }], "/");
  return log;
}

const asksForBookings = (log: { path: string }[]) =>
  log.filter(({ path }) => path === "GET /api/bookings/waiting").length;

test("the navigation counts what waits for an answer on both sides, once the browser is idle", async () => {
  let idle: () => void = () => undefined;
  vi.stubGlobal("requestIdleCallback", (done: () => void) => {
    idle = done;
    return 1;
  });
  const log = open({ inward: 2, outward: 1 });
  expect(await screen.findByRole("link", { name: "Bookings" })).toBeVisible();
  expect(asksForBookings(log)).toBe(0);
  act(() => idle());
  expect(await screen.findByRole("link", { name: /^Bookings ?, 3 to answer$/ })).toBeVisible();
  expect(asksForBookings(log)).toBe(1);
  expect(screen.getByRole("link", { name: "Explore" })).toBeVisible();
});

test("nothing is counted where nothing waits", async () => {
  vi.stubGlobal("requestIdleCallback", (done: () => void) => setTimeout(done));
  const log = open({ inward: 0, outward: 0 });
  await vi.waitFor(() => expect(asksForBookings(log)).toBe(1));
  expect(screen.getByRole("link", { name: "Bookings" })).toBeVisible();
});
