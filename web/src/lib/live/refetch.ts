import type { QueryClient } from "@tanstack/react-query";
import { queryKey } from "@/lib/api/query-keys";
import type { ReadPath } from "@/lib/api/unwrap";
import { type LiveEvent, onLive } from "./hub";

/** Delay that gathers simultaneous events into one refetch. */
const GATHER_MS = 150;

const NOTICES: ReadPath[] = [
  "/api/notifications",
  "/api/notifications/unread",
  "/api/notifications/bookings",
  "/api/notifications/follower",
  "/api/notifications/followees",
];
const BOOKINGS: ReadPath[] = [
  "/api/bookings/{id}",
  "/api/bookings/with/{userId}",
  "/api/bookings/get/user/outward",
  "/api/bookings/get/user/inward",
  "/api/bookings/waiting",
  "/api/dispute/{id}",
  "/api/dispute/{id}/statements",
];
const MONEY: ReadPath[] = [
  "/api/wallet/balance",
  "/api/wallet/transactions",
  "/api/spark-gifts",
  "/api/pot",
  "/api/exchanges",
];
const CLAIMS: ReadPath = "/api/admin/claims/{queue}";
const QUEUES = {
  skills: ["/api/admin/skills", CLAIMS],
  documents: ["/api/admin/kyc", CLAIMS],
  disputes: [
    "/api/admin/disputes",
    "/api/admin/disputes/{bookingId}",
    "/api/dispute/{id}/statements",
    CLAIMS,
  ],
  reports: ["/api/admin/reports", "/api/admin/reports/{id}", "/api/admin/takedowns", CLAIMS],
  appeals: ["/api/admin/appeals", CLAIMS],
  posts: ["/api/admin/held-posts", CLAIMS],
  messages: ["/api/admin/contact-messages"],
  applicants: ["/api/admin/members", CLAIMS],
  withdrawals: ["/api/admin/withdrawals", CLAIMS],
} satisfies Record<string, ReadPath[]>;
const MESSAGES: ReadPath[] = ["/api/message/chat/history/users", "/api/message/unread"];
/** Delivery states of the member's messages. */
const DELIVERED: ReadPath[] = ["/api/message/with/{otherId}"];
/** Changes of bookings in a conversation. */
const CONVERSATION: ReadPath[] = ["/api/message/chat/history/users", "/api/message/with/{otherId}"];
/** Read states of messages. */
const READ: ReadPath[] = [...MESSAGES, ...DELIVERED];
/** Data that changes only together with a notice: decisions of staff, needs, events, replies, matches. */
const CHANGED_WITH_NOTICE: ReadPath[] = [
  "/api/skills/{id}",
  "/api/skills/user/all",
  "/api/settings/kyc/status",
  "/api/withdrawals",
  "/api/community",
  "/api/community/events",
  "/api/community/events/{id}",
  "/api/needs",
  "/api/needs/{id}",
  "/api/reviews/user/{id}",
  "/api/decisions",
  "/api/saved-searches",
];
/** Counts of all queues. */
const WAITING: ReadPath[] = ["/api/admin/waiting"];

/** Returns the API paths whose data an event makes stale. */
export function stalePaths(event: LiveEvent): ReadPath[] {
  switch (event.kind) {
    case "notice":
      return [...NOTICES, ...CHANGED_WITH_NOTICE];
    case "booking":
      return BOOKINGS;
    case "wallet":
      return MONEY;
    case "queue":
      // A settled item is no longer new in anybody's notices.
      return [...QUEUES[event.queue], ...WAITING, ...NOTICES];
    case "removed":
      return MESSAGES;
    case "delivered":
      return DELIVERED;
    case "conversation":
      return CONVERSATION;
    // An answer shows that messages were read, and allows the other person to write again.
    case "message":
    case "read":
      return READ;
    case "reset":
      return [
        ...NOTICES,
        ...BOOKINGS,
        ...MONEY,
        ...READ,
        ...Object.values(QUEUES).flat(),
        ...WAITING,
      ];
    default:
      return [];
  }
}

/**
 * Refetches data on screen after events; a hidden page does so when it becomes visible. Returns a
 * function that stops it.
 */
export function refetchOnEvents(queryClient: QueryClient): () => void {
  const stale = new Set<ReadPath>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refetch = () => {
    timer = undefined;
    if (document.hidden) return;
    for (const path of stale) queryClient.invalidateQueries({ queryKey: queryKey(path) });
    stale.clear();
  };
  const gather = () => {
    timer ??= setTimeout(refetch, GATHER_MS);
  };
  const stopListening = onLive((event) => {
    for (const path of stalePaths(event)) stale.add(path);
    gather();
  });
  document.addEventListener("visibilitychange", gather);
  return () => {
    clearTimeout(timer);
    stopListening();
    document.removeEventListener("visibilitychange", gather);
  };
}
