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
    { path: "/contact", lazy: () => import("./screens/contact") },
    { path: "/support", lazy: () => import("./screens/contact") },
    { path: "/blog", lazy: () => import("./screens/blog") },
    { path: "/blog/:slug", lazy: () => import("./screens/post") },
    { path: "/blog-details", lazy: () => import("./screens/newest-post") },
    { path: "/terms", lazy: () => import("./screens/terms") },
    { path: "/privacy", lazy: () => import("./screens/privacy") },
    { path: "/cookies", lazy: () => import("./screens/cookies") },
    { path: "/coming-soon", lazy: () => import("./screens/coming-soon") },
  ],
};
