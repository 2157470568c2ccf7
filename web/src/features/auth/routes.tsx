import type { FeatureRoutes } from "@/lib/routing";

export const routes: FeatureRoutes = {
  public: [
    { path: "/login", lazy: () => import("./screens/login") },
    { path: "/forgot-psw", lazy: () => import("./screens/forgot-psw") },
    { path: "/reset-psw", lazy: () => import("./screens/reset-psw") },
    { path: "/welcome", lazy: () => import("./screens/welcome") },
    { path: "/signup", lazy: () => import("./screens/signup") },
    { path: "/otp", lazy: () => import("./screens/otp") },
    { path: "/personal-details", lazy: () => import("./screens/personal-details") },
    { path: "/success", lazy: () => import("./screens/success") },
    { path: "/setup", lazy: () => import("./screens/setup") },
    { path: "/oauth-callback", lazy: () => import("./screens/oauth-callback") },
    { path: "/google-auth", lazy: () => import("./screens/google-auth") },
    { path: "/agreements", lazy: () => import("./screens/agreements") },
  ],
  member: [
    { path: "/settings/security", lazy: () => import("./screens/security") },
    { path: "/settings/password", lazy: () => import("./screens/password") },
    { path: "/settings/devices", lazy: () => import("./screens/devices") },
  ],
};
