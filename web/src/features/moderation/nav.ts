import { ShieldCheck } from "lucide-react";
import type { NavEntry } from "@/lib/routing";
import { useWaitingCount } from "./use-waiting";

export const nav: NavEntry[] = [
  {
    module: "moderation",
    to: "/admin",
    label: "Admin",
    icon: ShieldCheck,
    order: 6,
    useCount: useWaitingCount,
    countWord: "to decide",
    roles: ["moderator", "admin"],
  },
];
