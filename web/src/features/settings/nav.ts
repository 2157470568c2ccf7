import { Settings } from "lucide-react";
import type { NavEntry } from "@/lib/routing";

export const nav: NavEntry[] = [
  // The screen leads to the own profile and skills, so it is there with `explore`, which always is.
  { module: "explore", to: "/settings", label: "Settings", icon: Settings, order: 5 },
];
