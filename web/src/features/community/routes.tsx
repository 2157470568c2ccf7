import { Users } from "lucide-react";
import type { FeatureRoutes } from "@/lib/routing";

export const routes: FeatureRoutes = {
  member: [
    { path: "/community", lazy: () => import("./screens/community") },
    { path: "/community/events/:id", lazy: () => import("./screens/event") },
    { path: "/needs/new", lazy: () => import("./screens/new-need") },
    { path: "/needs/:id", lazy: () => import("./screens/need") },
    { path: "/needs/:id/edit", lazy: () => import("./screens/edit-need") },
    { path: "/settings/searches", lazy: () => import("./screens/saved-searches") },
  ],
  nav: { to: "/community", also: ["/needs"], label: "Community", icon: Users, order: 2 },
};
