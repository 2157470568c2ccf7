import { MessageSquare } from "lucide-react";
import type { NavEntry } from "@/lib/routing";
import { useUnreadCount } from "./use-unread-count";

export const nav: NavEntry[] = [
  {
    module: "chat",
    to: "/messages",
    also: ["/chat"],
    label: "Messages",
    icon: MessageSquare,
    order: 4,
    useCount: useUnreadCount,
    countWord: "unread",
  },
];
