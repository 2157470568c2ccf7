import { Settings } from "lucide-react";
import type { NavEntry } from "@/lib/routing";

export const nav: NavEntry[] = [
  { module: "settings", to: "/settings", label: "Settings", icon: Settings, order: 5 },
];
