import { MessageSquare } from "lucide-react";
import type { FeatureRoutes } from "@/lib/routing";
import { useUnreadCount } from "./api/use-unread-count";

export const routes: FeatureRoutes = {
  member: [
    // One screen for both, so that on a wide display the list stays while the thread changes.
    { path: "/messages", lazy: () => import("./screens/messages") },
    { path: "/chat/:id", lazy: () => import("./screens/messages") },
  ],
  nav: {
    to: "/messages",
    also: ["/chat"],
    label: "Messages",
    icon: MessageSquare,
    order: 4,
    useCount: useUnreadCount,
    countWord: "unread",
  },
};
