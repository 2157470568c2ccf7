import type { FeatureRoutes } from "@/lib/routing";

export const routes: FeatureRoutes = {
  member: [{ path: "/settings/notify", lazy: () => import("./screens/notify") }],
};
