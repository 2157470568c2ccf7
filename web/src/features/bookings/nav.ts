import { CalendarDays } from "lucide-react";
import type { NavEntry } from "@/lib/routing";

export const nav: NavEntry[] = [
  { module: "bookings", to: "/bookings", label: "Bookings", icon: CalendarDays, order: 3 },
];
