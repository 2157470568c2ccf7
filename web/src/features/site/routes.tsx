import type { FeatureRoutes } from "@/lib/routing";
import { Landing } from "./screens/landing";

export const routes: FeatureRoutes = {
  public: [
    // Not lazy: newcomers see it first.
    { path: "/", Component: Landing },
    { path: "/demo/mail", lazy: () => import("./screens/demo-mail") },
    { path: "/unsubscribe/:token", lazy: () => import("./screens/unsubscribe") },
  ],
  everyone: [
    { path: "/faqs", lazy: () => import("./screens/faqs") },
    { path: "/help", lazy: () => import("./screens/help") },
    { path: "/terms", lazy: () => import("./screens/terms") },
    { path: "/privacy", lazy: () => import("./screens/privacy") },
  ],
};
