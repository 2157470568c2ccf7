import { Compass } from "lucide-react";
import type { NavEntry } from "@/lib/routing";

export const nav: NavEntry[] = [
  { module: "explore", to: "/explore", label: "Explore", icon: Compass, order: 1 },
];
