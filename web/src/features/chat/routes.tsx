import type { FeatureRoutes } from "@/lib/routing";

export const routes: FeatureRoutes = {
  module: "chat",
  member: [
    // One screen, so that on a wide one the list stays as it is while the thread beside it changes.
    { path: "/messages", lazy: () => import("./screens/messages") },
    { path: "/chat/:id", lazy: () => import("./screens/messages") },
  ],
};
