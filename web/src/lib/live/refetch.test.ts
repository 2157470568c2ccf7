import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryKey } from "@/lib/api";
import { createAppQueryClient } from "@/lib/api/query-client";
import { tellLive } from "./hub";
import { refetchOnEvents, stalePaths } from "./refetch";

const queryClient = createAppQueryClient();
const stale = () =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.isInvalidated)
    .map((query) => query.queryKey[1]);
let hidden = false;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  hidden = false;
  vi.spyOn(document, "hidden", "get").mockImplementation(() => hidden);
  for (const path of [
    "/api/notifications",
    "/api/notifications/unread",
    "/api/bookings/get/user/inward",
    "/api/wallet/balance",
    "/api/admin/waiting",
    "/api/site",
  ] as const) {
    queryClient.setQueryData(queryKey(path), {});
  }
  queryClient.setQueryData(queryKey("/api/bookings/{id}", { path: { id: 7 } }), {});
  stop = refetchOnEvents(queryClient);
});

afterEach(() => {
  stop();
  queryClient.clear();
  vi.useRealTimers();
});

test("changed data is refetched, and nothing else", () => {
  tellLive({ kind: "booking", id: 7, status: "accepted" });
  tellLive({ kind: "typing", user_id: "bo" });
  vi.advanceTimersByTime(200);
  expect(stale()).toEqual(["/api/bookings/get/user/inward", "/api/bookings/{id}"]);
});

test("delivery states are refetched for the conversation only", () => {
  const head = "/api/message/with/{otherId}";
  queryClient.setQueryData(queryKey(head, { path: { otherId: "bo" } }), {});
  tellLive({ kind: "delivered", receiver_id: "bo", seq: 3 });
  vi.advanceTimersByTime(200);
  expect(stale()).toEqual([head]);
});

test("a hundred simultaneous events cause one refetch", () => {
  const invalidate = vi.spyOn(queryClient, "invalidateQueries");
  for (let number = 0; number < 100; number += 1) tellLive({ kind: "wallet" });
  vi.advanceTimersByTime(200);
  expect(invalidate).toHaveBeenCalledTimes(stalePaths({ kind: "wallet" }).length);
});

test("a hidden page refetches when it becomes visible", () => {
  hidden = true;
  tellLive({ kind: "notice", id: "n", title: "", link: "/" });
  vi.advanceTimersByTime(60_000);
  expect(stale()).toEqual([]);
  hidden = false;
  document.dispatchEvent(new Event("visibilitychange"));
  vi.advanceTimersByTime(200);
  expect(stale()).toEqual(["/api/notifications", "/api/notifications/unread"]);
});

test("after a gap everything kept fresh is refetched", () => {
  tellLive({ kind: "reset" });
  vi.advanceTimersByTime(200);
  expect(stale()).toHaveLength(6);
  expect(stale()).not.toContain("/api/site");
  expect(stalePaths({ kind: "queue", queue: "disputes" })).toEqual(
    expect.arrayContaining([
      "/api/admin/disputes",
      "/api/admin/disputes/{bookingId}",
      "/api/dispute/{id}/statements",
      "/api/admin/waiting",
      "/api/notifications/unread",
    ]),
  );
});
