import type { FeatureRoutes } from "@/lib/routing";

export const routes: FeatureRoutes = {
  member: [
    { path: "/settings", lazy: () => import("./screens/settings") },
    { path: "/settings/profile", lazy: () => import("./screens/edit-profile") },
    { path: "/settings/invite", lazy: () => import("./screens/invite") },
  ],
};
