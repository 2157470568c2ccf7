import type { FeatureRoutes } from "@/lib/routing";

export const routes: FeatureRoutes = {
  member: [
    { path: "/bills", lazy: () => import("./screens/bills") },
    { path: "/add-bills", lazy: () => import("./screens/add-bills") },
    { path: "/create-stripe-account", lazy: () => import("./screens/create-stripe-account") },
    { path: "/setup/retry", lazy: () => import("./screens/setup-retry") },
  ],
  everyone: [
    { path: "/success-pay", lazy: () => import("./screens/success-pay") },
    { path: "/failure-pay", lazy: () => import("./screens/failure-pay") },
  ],
};
