import type { FeatureRoutes } from "@/lib/routing";

export const routes: FeatureRoutes = {
  member: [
    { path: "/fund", lazy: () => import("./screens/fund") },
    { path: "/pay-by-card", lazy: () => import("./screens/pay-by-card") },
    { path: "/payment-confirmation", lazy: () => import("./screens/payment-confirmation") },
    { path: "/payment-success", lazy: () => import("./screens/payment-success") },
    { path: "/receipt/:id", lazy: () => import("./screens/receipt") },
    { path: "/wallet/earnings", lazy: () => import("./screens/earnings") },
    { path: "/wallet", lazy: () => import("./screens/wallet") },
  ],
};
