import { CalendarDays } from "lucide-react";
import { type LoaderFunctionArgs, redirect } from "react-router";
import type { FeatureRoutes } from "@/lib/routing";
import { useWaitingCount } from "./api/use-waiting-count";

/** Redirects an old address of the booking form. */
function toBookService({ request }: LoaderFunctionArgs) {
  return redirect(`/book-service${new URL(request.url).search}`);
}

export const routes: FeatureRoutes = {
  member: [
    { path: "/book-service", lazy: () => import("./screens/book-service") },
    { path: "/book-form", lazy: () => import("./screens/book-service") },
    { path: "/book-profile", loader: toBookService },
    { path: "/bookings", lazy: () => import("./screens/bookings") },
    // Both addresses show one page, with progress and details side by side.
    { path: "/outward-progress/:id", lazy: () => import("./screens/outward-progress") },
    { path: "/outward-details/:id", lazy: () => import("./screens/outward-progress") },
    { path: "/inward-details/:id", lazy: () => import("./screens/inward-details") },
    { path: "/open-dispute", lazy: () => import("./screens/open-dispute") },
    { path: "/settings/availability", lazy: () => import("./screens/availability") },
    { path: "/did-it-happen/:id", lazy: () => import("./screens/did-it-happen") },
    { path: "/settings/calendar", lazy: () => import("./screens/calendar") },
    { path: "/review", lazy: () => import("./screens/review") },
  ],
  nav: {
    to: "/bookings",
    also: ["/outward-progress", "/outward-details", "/inward-details"],
    label: "Bookings",
    icon: CalendarDays,
    order: 3,
    useCount: useWaitingCount,
  },
};
