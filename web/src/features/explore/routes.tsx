import { Compass } from "lucide-react";
import { redirect } from "react-router";
import type { FeatureRoutes } from "@/lib/routing";

export const routes: FeatureRoutes = {
  member: [
    { path: "/explore", lazy: () => import("./screens/explore") },
    { path: "/explore-list", lazy: () => import("./screens/explore-list") },
    { path: "/explore-profile", loader: () => redirect("/explore-list") },
    { path: "/dashboard", loader: () => redirect("/explore") },
    { path: "/search", lazy: () => import("./screens/search") },
    { path: "/user-profile/:id", lazy: () => import("./screens/user-profile") },
    { path: "/following", lazy: () => import("./screens/following") },
    { path: "/followers", lazy: () => import("./screens/followers") },
    { path: "/settings/blocked", lazy: () => import("./screens/blocked") },
    { path: "/user", lazy: () => import("./screens/user") },
  ],
  nav: { to: "/explore", label: "Explore", icon: Compass, order: 1 },
};
