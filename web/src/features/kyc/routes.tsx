import type { FeatureRoutes } from "@/lib/routing";

export const routes: FeatureRoutes = {
  member: [
    { path: "/settings/kyc", lazy: () => import("./screens/kyc") },
    { path: "/settings/kyc/identification", lazy: () => import("./screens/identification") },
    { path: "/settings/kyc/bill", lazy: () => import("./screens/bill") },
  ],
};
