import type { FeatureRoutes } from "@/lib/routing";

export const routes: FeatureRoutes = {
  module: "chat",
  member: [
    // One screen for both, so that on a wide display the list stays while the thread changes.
    { path: "/messages", lazy: () => import("./screens/messages") },
    { path: "/chat/:id", lazy: () => import("./screens/messages") },
  ],
};
