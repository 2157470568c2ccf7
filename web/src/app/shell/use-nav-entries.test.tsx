import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { BottomBar } from "./bottom-bar";
import { SideNav } from "./side-nav";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["/messages", "Messages"],
  ["/chat/dev", "Messages"],
  ["/outward-progress/7", "Bookings"],
  ["/bookings", "Bookings"],
  ["/settings/notify", "Settings"],
])("on %s, %s is the current entry", async (at, label) => {
  storeTokens({ accessToken: fakeToken({ id: "u1", expiresIn: 900 }), refreshToken: "r" });
  const modules = ["explore", "bookings", "chat", "settings", "auth"];
  mockServer({ "GET /api/site": () => success({ name: "Sparkyard", modules }) });
  const Component = () => (
    <>
      <SideNav onLogOut={() => undefined} />
      <BottomBar />
    </>
  );
  renderRoutes([{ path: "*", Component }], at);
  const links = () => screen.getAllByRole("link", { name: new RegExp(`^${label}`) });
  await waitFor(() => expect(links()).toHaveLength(2));
  const current = screen
    .getAllByRole("link")
    .filter((link) => link.getAttribute("aria-current") === "page");
  expect(current).toEqual(links());
});
