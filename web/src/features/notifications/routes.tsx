import type { FeatureRoutes } from "@/lib/routing";

export const routes: FeatureRoutes = {
  member: [{ path: "/notifications", lazy: () => import("./screens/notices") }],
};
