import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { createMemoryRouter, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, expect, test, vi } from "vitest";
import { createAppQueryClient } from "@/lib/api/query-client";
import { storeTokens } from "@/lib/session";
import { mockServer, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import listed from "../../routes.json";
import { features } from "./features";
import { appRoutes, routesFor } from "./router";

afterEach(() => vi.unstubAllGlobals());

function patterns(objects: RouteObject[]): string[] {
  return objects.flatMap((route) => [
    ...(route.path && route.path !== "*" ? [route.path] : []),
    ...patterns(route.children ?? []),
  ]);
}

test("routes.json lists exactly the router's paths, each once", () => {
  const all = routesFor(
    features.map(({ module }) => module),
    new QueryClient(),
  );
  expect(patterns(all).sort()).toEqual([...listed].sort());
  expect(new Set(listed).size).toBe(listed.length);
});

/** Opens an address of a site with these modules; answers with the route that is shown in the end. */
async function renderedPathAt(path: string, modules?: string[]) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const answers = modules && { "GET /api/site": () => success({ modules }) };
  const asked = mockServer(answers ?? {});
  const { routes, options } = appRoutes(new QueryClient());
  const router = createMemoryRouter(routes, { ...options, initialEntries: [path] });
  router.initialize();
  await vi.waitFor(() => expect(router.state.navigation.state).toBe("idle"));
  await vi.waitFor(() => expect(router.state.initialized).toBe(true));
  return { router, asked, shown: router.state.matches.at(-1)?.route };
}

const SWITCHABLE = [
  ["/settings/skills", "skills"],
  ["/bookings", "bookings"],
  ["/outward-progress/7", "bookings"],
  ["/messages", "chat"],
  ["/wallet", "wallet"],
  ["/settings/kyc", "kyc"],
  ["/settings/notify", "notifications"],
  ["/admin/members", "moderation"],
] as const;
const MODULES = ["auth", "explore", "site", ...new Set(SWITCHABLE.map(([, module]) => module))];

test.each(SWITCHABLE)("%s is a screen where %s is on", async (path, module) => {
  const { shown } = await renderedPathAt(path, ["auth", "explore", "site", module]);
  expect(shown?.path).not.toBe("*");
});

test.each(SWITCHABLE)("%s is not found where %s is off", async (path, off) => {
  const { router, shown } = await renderedPathAt(
    path,
    MODULES.filter((module) => module !== off),
  );
  expect(shown?.path).toBe("*");
  // Nor is any other of its screens there.
  const gone = patterns(
    features.filter(({ module }) => module === off).flatMap(({ member }) => member ?? []),
  );
  const known = patterns(router.routes as RouteObject[]);
  expect(gone.length).toBeGreaterThan(0);
  expect(known.filter((pattern) => gone.includes(pattern))).toEqual([]);
});

test("the screen of a switched-off module is a 'not found' page", async () => {
  const queryClient = createAppQueryClient();
  const { router } = await renderedPathAt("/wallet", ["auth", "explore", "site"]);
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  expect(screen.getByRole("heading", { name: "We can't find that page" })).toBeVisible();
});

test("what every site has is shown whatever it answers, and an unknown address is not found", async () => {
  const { shown, asked } = await renderedPathAt("/explore");
  expect([shown?.path, asked.map(({ path }) => path)]).toEqual(["/explore", ["GET /api/site"]]);
  expect((await renderedPathAt("/nowhere", MODULES)).shown?.path).toBe("*");
});

test("while the server is out of reach, its screens say so themselves", async () => {
  expect((await renderedPathAt("/wallet")).shown?.path).toBe("/wallet");
});
