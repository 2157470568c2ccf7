import { Settings } from "lucide-react";
import type { NavEntry } from "@/lib/routing";

export const nav: NavEntry[] = [
  // The screen links to the own profile and skills, so it belongs to `explore`, which is always on.
  { module: "explore", to: "/settings", label: "Settings", icon: Settings, order: 5 },
];
