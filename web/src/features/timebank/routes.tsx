import type { FeatureRoutes } from "@/lib/routing";

export const routes: FeatureRoutes = {
  member: [
    { path: "/give-sparks", lazy: () => import("./screens/give-sparks") },
    { path: "/exchanges", lazy: () => import("./screens/exchanges") },
    { path: "/exchanges/new", lazy: () => import("./screens/new-exchange") },
  ],
};
