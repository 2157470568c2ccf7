import { ShieldCheck } from "lucide-react";
import type { FeatureRoutes } from "@/lib/routing";
import { useWaitingCount } from "./api/use-waiting";

/** Screens of members, whose requests the module itself answers. */
const members: FeatureRoutes = {
  public: [{ path: "/appeal/:token", lazy: () => import("./screens/appeal") }],
  member: [{ path: "/settings/decisions", lazy: () => import("./screens/decisions") }],
};

/** The admin console. Each of its sections has modules of its own (`sections.ts`). */
const admin: FeatureRoutes = {
  module: "site",
  member: [
    {
      path: "/admin",
      lazy: () => import("./screens/console"),
      children: [
        { index: true, lazy: () => import("./screens/overview") },
        { path: "/admin/members", lazy: () => import("./screens/members") },
        { path: "/admin/checks", lazy: () => import("./screens/checks") },
        { path: "/admin/helpers", lazy: () => import("./screens/delegates") },
        { path: "/admin/skills", lazy: () => import("./screens/skills") },
        { path: "/admin/categories", lazy: () => import("./screens/categories") },
        { path: "/admin/towns", lazy: () => import("./screens/towns") },
        { path: "/admin/words", lazy: () => import("./screens/words") },
        { path: "/admin/identity", lazy: () => import("./screens/identity") },
        { path: "/admin/reports", lazy: () => import("./screens/reports") },
        { path: "/admin/reports/:id", lazy: () => import("./screens/report") },
        { path: "/admin/appeals", lazy: () => import("./screens/appeals") },
        { path: "/admin/posts", lazy: () => import("./screens/posts") },
        { path: "/admin/replies", lazy: () => import("./screens/replies") },
        { path: "/admin/contact", lazy: () => import("./screens/contact") },
        { path: "/admin/disputes", lazy: () => import("./screens/disputes") },
        { path: "/admin/disputes/:id", lazy: () => import("./screens/dispute-case") },
        { path: "/admin/cash", lazy: () => import("./screens/cash") },
        { path: "/admin/ledger", lazy: () => import("./screens/ledger") },
        { path: "/admin/sparks", lazy: () => import("./screens/sparks") },
        { path: "/admin/withdrawals", lazy: () => import("./screens/withdrawals") },
        { path: "/admin/announcements", lazy: () => import("./screens/announcements") },
        { path: "/admin/events", lazy: () => import("./screens/events") },
        { path: "/admin/letters", lazy: () => import("./screens/letters") },
        { path: "/admin/clusters", lazy: () => import("./screens/clusters") },
        { path: "/admin/imports", lazy: () => import("./screens/imports") },
        { path: "/admin/imports/:id", lazy: () => import("./screens/import") },
        { path: "/admin/set-up", lazy: () => import("./screens/set-up") },
        { path: "/admin/report", lazy: () => import("./screens/activity") },
        { path: "/admin/site", lazy: () => import("./screens/site") },
        { path: "/admin/agreements", lazy: () => import("./screens/agreements") },
        { path: "/admin/online-safety", lazy: () => import("./screens/online-safety") },
        { path: "/admin/audit", lazy: () => import("./screens/audit") },
      ],
    },
  ],
  nav: {
    to: "/admin",
    label: "Admin",
    icon: ShieldCheck,
    order: 6,
    useCount: useWaitingCount,
    countWord: "to decide",
    roles: ["moderator", "admin"],
  },
};

export const routes: FeatureRoutes[] = [members, admin];
