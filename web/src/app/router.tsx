/*
 * The client's routes.
 *
 * A feature adds its screens in `src/features/<module>/routes.tsx`:
 *
 *   export const routes: FeatureRoutes = {
 *     member: [{ path: "/bookings", lazy: () => import("./screens/bookings") }],
 *   };
 *
 * where the screen's file exports its page as `Component`. `member` screens stand
 * inside the signed-in shell and need a session; `public` ones stand under the public
 * header. Each path is also written in `web/routes.json`, from which the server knows
 * which paths are the client's; `router.test.ts` compares the two. A new feature is listed in
 * `features.ts`, and so is its `nav.ts` when it has an entry in the navigation, which
 * appears when `GET /api/site` lists the feature's module.
 */
import { createBrowserRouter, Outlet, type RouteObject, ScrollRestoration } from "react-router";
import { features } from "./features";
import { FocusOnNavigation } from "./focus-on-navigation";
import { memberGuard } from "./member-guard";
import { NotFound } from "./not-found";
import { PublicLayout } from "./public-layout";
import { RouteError } from "./route-error";
import { Splash } from "./splash";

function Root() {
  return (
    <>
      <ScrollRestoration />
      <FocusOnNavigation />
      <Outlet />
    </>
  );
}

export const routes: RouteObject[] = [
  {
    Component: Root,
    HydrateFallback: Splash,
    ErrorBoundary: RouteError,
    children: [
      {
        Component: PublicLayout,
        children: [
          {
            ErrorBoundary: RouteError,
            children: [
              ...features.flatMap((feature) => feature.public ?? []),
              { path: "*", Component: NotFound },
            ],
          },
        ],
      },
      {
        loader: memberGuard,
        lazy: () => import("./member-layout"),
        children: [
          {
            ErrorBoundary: RouteError,
            children: features.flatMap((feature) => feature.member ?? []),
          },
        ],
      },
    ],
  },
];

export function createAppRouter() {
  return createBrowserRouter(routes);
}
