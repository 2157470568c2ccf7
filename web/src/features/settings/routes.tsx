import type { FeatureRoutes } from "@/lib/routing";

export const routes: FeatureRoutes = {
  // These screens show the own profile, so they belong to `explore`.
  module: "explore",
  member: [
    { path: "/settings", lazy: () => import("./screens/settings") },
    { path: "/settings/profile", lazy: () => import("./screens/edit-profile") },
    { path: "/settings/invite", lazy: () => import("./screens/invite") },
  ],
};

/** Screens of the settings module itself. */
export const preferenceRoutes: FeatureRoutes = {
  module: "settings",
  member: [{ path: "/settings/notify", lazy: () => import("./screens/notify") }],
};
