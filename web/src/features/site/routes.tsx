import type { FeatureRoutes } from "@/lib/routing";
import { Landing } from "./screens/landing";

export const routes: FeatureRoutes = {
  // Not lazy: it is what a newcomer sees first.
  public: [{ path: "/", Component: Landing }],
};
