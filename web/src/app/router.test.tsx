import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAppQueryClient } from "@/lib/api/query-client";
import { clearSession, clearStorage, storeTokens } from "@/lib/session";
import { mockServer, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { features } from "./features";
import { appRoutes, routesFor } from "./router";

beforeEach(() => vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {} })));
afterEach(() => vi.unstubAllGlobals());

function patterns(objects: RouteObject[]): string[] {
  return objects.flatMap((route) => [
    ...(route.path && route.path !== "*" ? [route.path] : []),
    ...patterns(route.children ?? []),
  ]);
}

test("routes.json lists each of the router's paths once", async () => {
  const all = routesFor(
    features.map(({ module }) => module),
    new QueryClient(),
  );
  const paths = patterns(all).sort();
  expect(new Set(paths).size).toBe(paths.length);
  const listed = `${JSON.stringify(paths, null, 2)}\n`;
  await expect(listed).toMatchFileSnapshot("../../routes.json");
});

/** A screen's code takes longer to load the first time. */
const LOADED = { timeout: 10_000 };
vi.setConfig({ testTimeout: 2 * LOADED.timeout });

/** Opens an address of a site with these modules; returns the route that is shown in the end. */
async function renderedPathAt(path: string, modules?: string[]) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const answers = modules && { "GET /api/site": () => success({ modules }) };
  const log = mockServer(answers ?? {});
  const { routes, options } = appRoutes(new QueryClient());
  const router = createMemoryRouter(routes, { ...options, initialEntries: [path] });
  router.initialize();
  await waitFor(() => expect(router.state.navigation.state).toBe("idle"), LOADED);
  await waitFor(() => expect(router.state.initialized).toBe(true), LOADED);
  return { router, log, shown: router.state.matches.at(-1)?.route };
}

const SWITCHABLE = [
  ["/settings/skills", "skills"],
  ["/bookings", "bookings"],
  ["/outward-progress/7", "bookings"],
  ["/messages", "chat"],
  ["/wallet", "wallet"],
  ["/settings/kyc", "kyc"],
  ["/settings/checks", "vetting"],
  ["/settings/helpers", "delegation"],
  ["/bills", "payments"],
  ["/get-paid", "payouts"],
  ["/settings/notify", "settings"],
  ["/notifications", "notifications"],
  ["/settings/decisions", "moderation"],
] as const;
const MODULES = ["auth", "explore", "site", ...new Set(SWITCHABLE.map(([, module]) => module))];

test.each(SWITCHABLE)("%s shows a screen where %s is on", async (path, module) => {
  const { shown } = await renderedPathAt(path, ["auth", "explore", "site", module]);
  expect(shown?.path).not.toBe("*");
});

test.each(SWITCHABLE)("%s is not found where %s is off", async (path, off) => {
  const { router, shown } = await renderedPathAt(
    path,
    MODULES.filter((module) => module !== off),
  );
  expect(shown?.path).toBe("*");
  // The module's other screens are missing, too.
  const gone = patterns(
    features.filter(({ module }) => module === off).flatMap(({ member }) => member ?? []),
  );
  const known = patterns(router.routes as RouteObject[]);
  expect(gone.length).toBeGreaterThan(0);
  expect(known.filter((pattern) => gone.includes(pattern))).toEqual([]);
});

/** Opens an address of a site with these modules, as a member or a visitor. */
async function show(path: string, modules: string[], signedIn = true) {
  if (signedIn) {
    storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  }
  const profile = { id: "u1", firstname: "Ana", lastname: "Mensah", location: "Leeds" };
  mockServer({
    "GET /api/site": () => success({ name: "Hebden Swap", modules }),
    "GET /api/users/profile/u1": () => success(profile),
  });
  vi.stubGlobal("scrollTo", () => {});
  const queryClient = createAppQueryClient();
  const { routes, options } = appRoutes(queryClient);
  const router = createMemoryRouter(routes, { ...options, initialEntries: [path] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

const members = () => screen.findAllByRole("navigation", { name: "Main" });

test("the URL of a switched-off module explains it", async () => {
  await show("/settings/decisions", ["auth", "explore", "site"]);
  const heading = { level: 1, name: "Decisions and appeals are switched off here" };
  expect(await screen.findByRole("heading", heading)).toBeVisible();
  expect(await members()).not.toHaveLength(0);
  expect(screen.getByText(/This part of Hebden Swap is switched off/)).toBeVisible();
  expect(screen.queryByRole("link", { name: "Get Started" })).toBeNull();
  expect(screen.getByRole("link", { name: "Go to Explore" })).toBeVisible();
});

test("an unknown address is not found; visitors get a home link", async () => {
  await show("/nowhere", ["auth", "explore", "site"], false);
  expect(await screen.findByRole("heading", { name: "We can't find that page" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Get Started" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Go to the front page" })).toBeVisible();
});

test.each(["/help", "/terms", "/privacy", "/cookies", "/faqs"])(
  "%s uses the shell for members and the public header for visitors",
  async (path) => {
    const router = await show(path, MODULES);
    expect(await members()).not.toHaveLength(0);
    expect(screen.getByRole("heading", { level: 1 })).toBeVisible();
    expect(screen.queryByRole("link", { name: "Get Started" })).toBeNull();
    expect(screen.queryByRole("link", { name: /^Sign/ })).toBeNull();
    expect(screen.getByRole("link", { name: "Back" })).toHaveAttribute(
      "href",
      "/settings?tab=legal",
    );
    // When the session ends, the page stays, because everybody may read it.
    act(() => clearSession());
    expect(await screen.findByRole("link", { name: "Get Started" })).toBeVisible();
    expect(screen.queryByRole("navigation", { name: "Main" })).toBeNull();
    expect(router.state.location.pathname).toBe(path);
  },
);

test("the heading gets the focus of a removed control", async () => {
  await show("/help", MODULES);
  await screen.findByRole("heading", { level: 1 });
  const control = screen.getByRole("main").appendChild(document.createElement("button"));
  control.focus();
  control.remove();
  // The page may be drawn once more, with another heading, when its texts arrive.
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
});

test("an ended session leads back afterwards, a logout does not", async () => {
  const router = await show("/following?sort=new#first", MODULES);
  await members();
  act(() => clearSession());
  await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
  expect(new URLSearchParams(router.state.location.search).get("next")).toBe(
    "/following?sort=new#first",
  );
  cleanup();
  const other = await show("/following", MODULES);
  await members();
  act(() => clearStorage());
  await waitFor(() => expect(other.state.location.pathname).toBe("/login"));
  expect(other.state.location.search).toBe("");
});

test("required modules are always shown, and unknown addresses are not found", async () => {
  const { shown, log } = await renderedPathAt("/explore");
  expect([shown?.path, log.map(({ path }) => path)]).toEqual(["/explore", ["GET /api/site"]]);
  expect((await renderedPathAt("/nowhere", MODULES)).shown?.path).toBe("*");
});

test("the admin console is there without moderation", async () => {
  expect((await renderedPathAt("/admin/set-up", ["auth", "site"])).shown?.path).toBe(
    "/admin/set-up",
  );
});

test("screens show without an answer from the server", async () => {
  expect((await renderedPathAt("/wallet")).shown?.path).toBe("/wallet");
});

test("an error at any level shows our own message", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  mockServer({ "GET /api/site": () => success({ name: "Hebden Swap", modules: MODULES }) });
  const fail = () => {
    throw new Error("Cannot read properties of undefined");
  };
  const queryClient = createAppQueryClient();
  const [root] = routesFor(MODULES, queryClient);
  const levels = [{ loader: fail }, { Component: fail }, { lazy: () => Promise.reject(fail) }];
  for (const level of levels) {
    const routes = [{ ...root, children: [{ path: "/", ...level }] }] as RouteObject[];
    render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createMemoryRouter(routes)} />
      </QueryClientProvider>,
    );
    expect(await screen.findByRole("heading", { name: "Something went wrong" })).toBeVisible();
    expect(screen.queryByText(/Unexpected Application Error|Cannot read/)).toBeNull();
    cleanup();
  }
});
