import type { FeatureRoutes } from "@/lib/routing";

export const routes: FeatureRoutes = {
  member: [{ path: "/settings/helpers", lazy: () => import("./screens/delegates") }],
};
