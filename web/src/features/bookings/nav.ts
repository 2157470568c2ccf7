import { CalendarDays } from "lucide-react";
import type { NavEntry } from "@/lib/routing";
import { useWaitingCount } from "./use-waiting-count";

export const nav: NavEntry[] = [
  {
    module: "bookings",
    to: "/bookings",
    label: "Bookings",
    icon: CalendarDays,
    order: 3,
    useCount: useWaitingCount,
  },
];
