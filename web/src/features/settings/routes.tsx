import type { FeatureRoutes } from "@/lib/routing";

export const routes: FeatureRoutes = {
  // What they show and change is the own profile, which is there with `explore`.
  module: "explore",
  member: [
    { path: "/settings", lazy: () => import("./screens/settings") },
    { path: "/settings/profile", lazy: () => import("./screens/edit-profile") },
    { path: "/settings/invite", lazy: () => import("./screens/invite") },
  ],
};

/** The screens of the module of settings itself. */
export const preferenceRoutes: FeatureRoutes = {
  module: "settings",
  member: [{ path: "/settings/notify", lazy: () => import("./screens/notify") }],
};
