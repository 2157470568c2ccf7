import type { FeatureRoutes } from "@/lib/routing";

export const routes: FeatureRoutes = {
  module: "notifications",
  member: [],
};
