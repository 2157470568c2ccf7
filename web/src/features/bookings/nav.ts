import { CalendarDays } from "lucide-react";
import type { NavEntry } from "@/lib/routing";
import { useWaitingCount } from "./use-waiting-count";

export const nav: NavEntry[] = [
  {
    module: "bookings",
    to: "/bookings",
    also: ["/outward-progress", "/outward-details", "/inward-details"],
    label: "Bookings",
    icon: CalendarDays,
    order: 3,
    useCount: useWaitingCount,
  },
];
