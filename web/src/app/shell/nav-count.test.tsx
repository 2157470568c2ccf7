import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { BottomBar } from "./bottom-bar";
import { SideNav } from "./side-nav";

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

test("the navigation counts open requests of both sides once idle", async () => {
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

test.each([
  ["admin", { applicants: 1, reports: 2, disputes: 3 }, /^Admin ?, 6 to decide$/],
  ["moderator", { applicants: 0, reports: 0 }, /^Admin$/],
])("for an %s, Admin shows the sum of all queues", async (role, waiting, name) => {
  vi.stubGlobal("requestIdleCallback", (done: () => void) => setTimeout(done));
  storeTokens({
    accessToken: fakeToken({ id: "iris", expiresIn: 900, role }),
    refreshToken: "r",
  });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["site", "moderation"] }),
    "GET /api/admin/waiting": () => success(waiting),
  });
  const Component = () => (
    <>
      <SideNav onLogOut={() => undefined} />
      <BottomBar />
    </>
  );
  renderRoutes([{ path: "/", Component }], "/");
  await waitFor(() => expect(log.map(({ path }) => path)).toContain("GET /api/admin/waiting"));
  await waitFor(() => expect(screen.getAllByRole("link", { name })).toHaveLength(2));
});

test("staff have Admin without moderation, too, and nothing is counted", async () => {
  vi.stubGlobal("requestIdleCallback", (done: () => void) => setTimeout(done));
  storeTokens({
    accessToken: fakeToken({ id: "iris", expiresIn: 900, role: "admin" }),
    refreshToken: "r",
  });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["site", "bookings"] }),
    "GET /api/bookings/waiting": () => success({ inward: 1, outward: 0 }),
  });
  renderRoutes([{ path: "/", Component: BottomBar }], "/");
  expect(await screen.findByRole("link", { name: /^Bookings ?, 1 to answer$/ })).toBeVisible();
  expect(screen.getByRole("link", { name: "Admin" })).toHaveAttribute("href", "/admin");
  expect(log.map(({ path }) => path)).not.toContain("GET /api/admin/waiting");
});

test("members have neither Admin nor its count", async () => {
  vi.stubGlobal("requestIdleCallback", (done: () => void) => setTimeout(done));
  const log = mockServer({
    "GET /api/site": () =>
      success({ name: "Sparkyard", modules: ["explore", "site", "moderation"] }),
  });
  renderRoutes([{ path: "/", Component: BottomBar }], "/");
  expect(await screen.findByRole("link", { name: "Explore" })).toBeVisible();
  expect(screen.queryByRole("link", { name: /^Admin/ })).toBeNull();
  expect(log.map(({ path }) => path)).not.toContain("GET /api/admin/waiting");
});

test("no count shows when nothing is open", async () => {
  vi.stubGlobal("requestIdleCallback", (done: () => void) => setTimeout(done));
  const log = open({ inward: 0, outward: 0 });
  await waitFor(() => expect(asksForBookings(log)).toBe(1));
  expect(screen.getByRole("link", { name: "Bookings" })).toBeVisible();
});
