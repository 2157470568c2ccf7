import { Settings } from "lucide-react";
import type { FeatureRoutes } from "@/lib/routing";

export const routes: FeatureRoutes[] = [
  {
    // These screens show the own profile and skills, so they belong to `explore`.
    module: "explore",
    member: [
      { path: "/settings", lazy: () => import("./screens/settings") },
      { path: "/settings/profile", lazy: () => import("./screens/edit-profile") },
      { path: "/settings/invite", lazy: () => import("./screens/invite") },
      { path: "/settings/invite/cards", lazy: () => import("./screens/invitation-cards") },
    ],
    nav: { to: "/settings", label: "Settings", icon: Settings, order: 5 },
  },
  {
    public: [{ path: "/goodbye", lazy: () => import("./screens/goodbye") }],
    member: [
      { path: "/settings/notify", lazy: () => import("./screens/notify") },
      { path: "/settings/data", lazy: () => import("./screens/data") },
      { path: "/settings/leave", lazy: () => import("./screens/leave") },
    ],
  },
];
