import { ShieldCheck } from "lucide-react";
import type { NavEntry } from "@/lib/routing";

export const nav: NavEntry[] = [
  {
    module: "moderation",
    to: "/admin",
    label: "Admin",
    icon: ShieldCheck,
    order: 6,
    roles: ["moderator", "admin"],
  },
];
