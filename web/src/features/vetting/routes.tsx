import type { FeatureRoutes } from "@/lib/routing";

export const routes: FeatureRoutes = {
  member: [{ path: "/settings/checks", lazy: () => import("./screens/checks") }],
};
