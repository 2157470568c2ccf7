import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { TopBar } from "./top-bar";

afterEach(() => vi.unstubAllGlobals());

function open(site: object) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  mockServer({
    "GET /api/site": () => success(site),
    "GET /api/users/profile/u1": () =>
      success({ id: "u1", firstname: "Ana", lastname: "Mensah", location: "Leeds" }),
  });
  renderRoutes([{ path: "/", Component: TopBar }], "/");
}

test("the wallet is one tap away", async () => {
  open({ modules: ["wallet"], mode: "cash+tokens" });
  const link = await screen.findByRole("link", { name: "Your wallet" });
  expect(link).toHaveAttribute("href", "/wallet");
});

test.each([
  ["nothing has a price", { modules: ["wallet"], mode: "gift" }],
  ["there is none", { modules: [], mode: "cash+tokens" }],
])("the wallet link is absent where %s", async (_, site) => {
  open(site);
  await screen.findByRole("link", { name: "Your profile" });
  expect(screen.queryByRole("link", { name: "Your wallet" })).toBeNull();
});
