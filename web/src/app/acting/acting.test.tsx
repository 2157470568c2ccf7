import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { client } from "@/lib/api";
import { actFor, clearSession, getSession, storeTokens } from "@/lib/session";
import { ACTING_KEY } from "@/lib/session/acting";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { ActingBanner } from "./banner";
import { isForDelegates } from "./paths";

const mabel = { id: "u3", name: "Mabel Moss" };

afterEach(() => {
  vi.unstubAllGlobals();
  clearSession();
});

function signIn(): void {
  const accessToken = fakeToken({ id: "u1", expiresIn: 900, role: "admin" });
  storeTokens({ accessToken, refreshToken: "r" });
}

test("requests name the member for whom the person acts", async () => {
  signIn();
  const named: (string | null)[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    named.push(request.headers.get("Acting-For"));
    return success({});
  });
  await client.GET("/api/wallet/balance");
  actFor(mabel);
  await client.GET("/api/wallet/balance");
  actFor(null);
  await client.GET("/api/wallet/balance");
  expect(named).toEqual([null, "u3", null]);
});

test("a delegation that has ended ends the acting, and signing out too", async () => {
  signIn();
  actFor(mabel);
  mockServer({ "GET /api/wallet/balance": () => failure(403, "delegation.not_delegate") });
  await expect(client.GET("/api/wallet/balance")).rejects.toThrow();
  expect(getSession()).toMatchObject({ acting: null, claims: { id: "u1", role: "admin" } });
  actFor(mabel);
  clearSession();
  expect(localStorage.getItem(ACTING_KEY)).toBeNull();
});

test.each(["nonsense", "{}", '{"id":7}', '{"id":""}', "null"])(
  "a broken note about acting is ignored: %j",
  (text) => {
    signIn();
    localStorage.setItem(ACTING_KEY, text);
    expect(getSession()?.acting).toBeNull();
  },
);

test("the banner says for whom, and stops", async () => {
  signIn();
  actFor(mabel);
  renderRoutes([{ path: "/", Component: ActingBanner }], "/");
  expect(screen.getByText("You act for Mabel Moss")).toBeVisible();
  await userEvent.setup().click(screen.getByRole("button", { name: "Stop" }));
  expect(screen.queryByText("You act for Mabel Moss")).toBeNull();
  expect(getSession()?.claims.id).toBe("u1");
});

test.each([
  ["/explore", true],
  ["/explore-list", true],
  ["/chat/dev", true],
  ["/wallet", true],
  ["/wallet/earnings", false],
  ["/settings", false],
  ["/settings/helpers", true],
  ["/fund", false],
  ["/admin/members", false],
  ["/bookings-of-others", false],
])("%s is for helpers: %s", (path, expected) => {
  expect(isForDelegates(path)).toBe(expected);
});
