import type { FeatureRoutes } from "@/lib/routing";

export const routes: FeatureRoutes = {
  module: "notifications",
  member: [{ path: "/settings/notify", lazy: () => import("./screens/notify") }],
};
