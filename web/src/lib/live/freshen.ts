import type { QueryClient } from "@tanstack/react-query";
import { queryKey } from "@/lib/api/query-keys";
import type { ReadPath } from "@/lib/api/unwrap";
import { type LiveEvent, onLive } from "./hub";

/** News of one moment are one reason to ask. */
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
const MONEY: ReadPath[] = ["/api/wallet/balance", "/api/wallet/transactions"];
const QUEUES = {
  skills: ["/api/admin/skills"],
  documents: ["/api/admin/kyc"],
  disputes: [
    "/api/admin/disputes",
    "/api/admin/disputes/{bookingId}",
    "/api/dispute/{id}/statements",
  ],
  reports: ["/api/admin/reports", "/api/admin/reports/{id}", "/api/admin/takedowns"],
  messages: [],
  applicants: ["/api/admin/members"],
} satisfies Record<string, ReadPath[]>;
const MESSAGES: ReadPath[] = ["/api/message/chat/history/users", "/api/message/unread"];
/** How far one's messages have come. */
const DELIVERED: ReadPath[] = ["/api/message/with/{otherId}"];
/** How far they have been read. */
const READ: ReadPath[] = [...MESSAGES, ...DELIVERED];
/** What notices tell of beside what comes as news of its own: what staff have decided. */
const TOLD: ReadPath[] = ["/api/skills/{id}", "/api/skills/user/all", "/api/settings/kyc/status"];
/** The overview counts what waits. */
const OVERVIEW: ReadPath[] = ["/api/admin/overview"];

/** Answers of the contract that are not true any more after it. */
export function stalePaths(event: LiveEvent): ReadPath[] {
  switch (event.kind) {
    case "notice":
      return [...NOTICES, ...TOLD];
    case "booking":
      return BOOKINGS;
    case "wallet":
      return MONEY;
    case "queue":
      // What is settled is not new to anybody any more.
      return [...QUEUES[event.queue], ...OVERVIEW, ...NOTICES];
    case "message":
    case "removed":
      return MESSAGES;
    case "delivered":
      return DELIVERED;
    case "read":
      return READ;
    case "reset":
      return [
        ...NOTICES,
        ...BOOKINGS,
        ...MONEY,
        ...READ,
        ...Object.values(QUEUES).flat(),
        ...OVERVIEW,
      ];
    default:
      return [];
  }
}

/**
 * Asks again for what is on screen whenever news say that it has changed; a page that nobody sees
 * asks once somebody does. Returns what stops it.
 */
export function keepFresh(queryClient: QueryClient): () => void {
  const stale = new Set<ReadPath>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = () => {
    timer = undefined;
    if (document.hidden) return;
    for (const path of stale) queryClient.invalidateQueries({ queryKey: queryKey(path) });
    stale.clear();
  };
  const gather = () => {
    timer ??= setTimeout(ask, GATHER_MS);
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
