import type { FeatureRoutes } from "@/lib/routing";

export const routes: FeatureRoutes = {
  member: [
    { path: "/settings/payment", lazy: () => import("./screens/payment") },
    { path: "/get-paid", lazy: () => import("./screens/get-paid") },
    { path: "/add-withdrawal", lazy: () => import("./screens/add-withdrawal") },
  ],
};
