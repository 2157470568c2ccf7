import type { FeatureRoutes } from "@/lib/routing";
import { Landing } from "./screens/landing";

export const routes: FeatureRoutes = {
  public: [
    // Not lazy: it is what a newcomer sees first.
    { path: "/", Component: Landing },
    { path: "/demo/mail", lazy: () => import("./screens/demo-mail") },
  ],
};
