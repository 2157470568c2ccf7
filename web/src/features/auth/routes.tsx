import type { FeatureRoutes } from "@/lib/routing";

export const routes: FeatureRoutes = {
  public: [
    { path: "/login", lazy: () => import("./screens/login") },
    { path: "/signup", lazy: () => import("./screens/signup") },
    { path: "/otp", lazy: () => import("./screens/otp") },
    { path: "/personal-details", lazy: () => import("./screens/personal-details") },
    { path: "/success", lazy: () => import("./screens/success") },
    { path: "/setup", lazy: () => import("./screens/setup") },
  ],
};
