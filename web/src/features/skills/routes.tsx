import type { FeatureRoutes } from "@/lib/routing";

export const routes: FeatureRoutes = {
  member: [
    { path: "/service/:skillId", lazy: () => import("./screens/service") },
    { path: "/settings/skills", lazy: () => import("./screens/my-skills") },
    { path: "/settings/skills/:id", lazy: () => import("./screens/my-skill") },
    { path: "/settings/skills/edit/:id", lazy: () => import("./screens/edit-skill") },
    { path: "/settings/skill/add", lazy: () => import("./screens/add-skill") },
  ],
};
