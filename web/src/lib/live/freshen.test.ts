import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryKey } from "@/lib/api";
import { createAppQueryClient } from "@/lib/api/query-client";
import { keepFresh, stalePaths } from "./freshen";
import { tellLive } from "./hub";

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
    "/api/admin/overview",
    "/api/site",
  ] as const) {
    queryClient.setQueryData(queryKey(path), {});
  }
  queryClient.setQueryData(queryKey("/api/bookings/{id}", { path: { id: 7 } }), {});
  stop = keepFresh(queryClient);
});

afterEach(() => {
  stop();
  queryClient.clear();
  vi.useRealTimers();
});

test("what has changed is asked for again, and nothing else", () => {
  tellLive({ kind: "booking", id: 7, status: "accepted" });
  tellLive({ kind: "typing", user_id: "bo" });
  vi.advanceTimersByTime(200);
  expect(stale()).toEqual(["/api/bookings/get/user/inward", "/api/bookings/{id}"]);
});

test("how far messages have come is asked of the conversation alone", () => {
  const head = "/api/message/with/{otherId}";
  queryClient.setQueryData(queryKey(head, { path: { otherId: "bo" } }), {});
  tellLive({ kind: "delivered", receiver_id: "bo", seq: 3 });
  vi.advanceTimersByTime(200);
  expect(stale()).toEqual([head]);
});

test("a hundred news of one moment are one reason to ask", () => {
  const asked = vi.spyOn(queryClient, "invalidateQueries");
  for (let number = 0; number < 100; number += 1) tellLive({ kind: "wallet" });
  vi.advanceTimersByTime(200);
  expect(asked).toHaveBeenCalledTimes(stalePaths({ kind: "wallet" }).length);
});

test("a page that nobody sees asks once somebody does", () => {
  hidden = true;
  tellLive({ kind: "notice", id: "n", title: "", link: "/" });
  vi.advanceTimersByTime(60_000);
  expect(stale()).toEqual([]);
  hidden = false;
  document.dispatchEvent(new Event("visibilitychange"));
  vi.advanceTimersByTime(200);
  expect(stale()).toEqual(["/api/notifications", "/api/notifications/unread"]);
});

test("where something may have been missed, all that the stream keeps fresh is asked for", () => {
  tellLive({ kind: "reset" });
  vi.advanceTimersByTime(200);
  expect(stale()).toHaveLength(6);
  expect(stale()).not.toContain("/api/site");
  expect(stalePaths({ kind: "queue", queue: "disputes" })).toEqual(
    expect.arrayContaining([
      "/api/admin/disputes",
      "/api/admin/disputes/{bookingId}",
      "/api/dispute/{id}/statements",
      "/api/admin/overview",
      "/api/notifications/unread",
    ]),
  );
});
