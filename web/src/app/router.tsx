/*
 * The client's routes.
 *
 * A feature adds its screens in `src/features/<module>/routes.tsx`:
 *
 *   export const routes: FeatureRoutes = {
 *     member: [{ path: "/bookings", lazy: () => import("./screens/bookings") }],
 *   };
 *
 * where the screen's file exports its page as `Component`. `member` screens stand inside the
 * signed-in shell and need a session; `public` ones stand under the public header; `everyone` ones
 * stand in the shell with a session, and under the header without. Screens and the feature's entry
 * in the navigation, `nav`, exist where `GET /api/site` lists the module. `npm run routes` lists
 * all paths in `web/routes.json`, from which the server knows them.
 */
import type { QueryClient } from "@tanstack/react-query";
import {
  createBrowserRouter,
  Outlet,
  type PatchRoutesOnNavigationFunction,
  type RouteObject,
  ScrollRestoration,
} from "react-router";
import { loadSite, type ModuleName } from "@/lib/site";
import { AgreementGate } from "./agreement-gate";
import { type Feature, features } from "./features";
import { FocusOnNavigation } from "./focus-on-navigation";
import { KeepFocus } from "./keep-focus";
import { memberGuard } from "./member-guard";
import { PublicLayout } from "./public-layout";
import { RouteError } from "./route-error";
import { loadFrame, SharedLayout } from "./shared-layout";
import { Splash } from "./splash";

function Root() {
  return (
    <>
      <ScrollRestoration />
      <FocusOnNavigation />
      <KeepFocus />
      <Outlet />
    </>
  );
}

/** Modules that every site has: they cannot be switched off. */
const REQUIRED_MODULES: readonly string[] = [
  "auth",
  "explore",
  "places",
  "site",
] satisfies ModuleName[];

/** Id of the parent route of screens that need a session. */
const MEMBER_SCREENS = "member-screens";
/** Id of the parent route of screens that need no session. */
const PUBLIC_SCREENS = "public-screens";
/** Id of the parent route of screens that stand in the shell with a session only. */
const SHARED_SCREENS = "shared-screens";

const offered = (modules: readonly string[]) =>
  features.filter(({ module }) => modules.includes(module));
const publicScreens = (shown: Feature[]) => shown.flatMap((feature) => feature.public ?? []);
const sharedScreens = (shown: Feature[]) => shown.flatMap((feature) => feature.everyone ?? []);
const memberScreens = (shown: Feature[]) => shown.flatMap((feature) => feature.member ?? []);

/** Returns the routes of a site with these modules. */
export function routesFor(modules: readonly string[], queryClient: QueryClient): RouteObject[] {
  const shown = offered(modules);
  return [
    {
      Component: Root,
      HydrateFallback: Splash,
      ErrorBoundary: RouteError,
      children: [
        {
          Component: PublicLayout,
          children: [
            {
              id: PUBLIC_SCREENS,
              ErrorBoundary: RouteError,
              children: publicScreens(shown),
            },
          ],
        },
        {
          Component: SharedLayout,
          loader: loadFrame(queryClient),
          children: [
            {
              id: SHARED_SCREENS,
              ErrorBoundary: RouteError,
              children: [...sharedScreens(shown), { path: "*", lazy: () => import("./not-found") }],
            },
          ],
        },
        {
          loader: memberGuard(queryClient),
          lazy: () => import("./member-layout"),
          children: [
            {
              id: MEMBER_SCREENS,
              Component: AgreementGate,
              ErrorBoundary: RouteError,
              children: memberScreens(shown),
            },
          ],
        },
      ],
    },
  ];
}

/**
 * Returns the routes and options for a router. It starts with the required modules, and asks the
 * site for the others at the first unknown address. Screens of a switched-off module are never
 * added.
 */
export function appRoutes(queryClient: QueryClient) {
  let complete = false;
  const patchRoutesOnNavigation: PatchRoutesOnNavigationFunction = async ({ patch, signal }) => {
    if (complete) return;
    const site = await loadSite(queryClient);
    if (signal.aborted) return;
    // Without an answer all screens are added, and report the unreachable server themselves.
    const joining = site
      ? offered(site.modules.filter((module) => !REQUIRED_MODULES.includes(module)))
      : features;
    patch(PUBLIC_SCREENS, publicScreens(joining));
    patch(SHARED_SCREENS, sharedScreens(joining));
    patch(MEMBER_SCREENS, memberScreens(joining));
    complete = true;
  };
  return { routes: routesFor(REQUIRED_MODULES, queryClient), options: { patchRoutesOnNavigation } };
}

export function createAppRouter(queryClient: QueryClient) {
  const { routes, options } = appRoutes(queryClient);
  return createBrowserRouter(routes, options);
}
