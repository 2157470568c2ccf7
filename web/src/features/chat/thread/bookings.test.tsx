import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type InThread, InThreadContext } from "@/lib/in-thread";
import { renderRoutes } from "@/test/app";
import { sampleBooking } from "@/test/booking";
import { CHAT, DEV, type FakeServer, fakeServer, ME } from "../fake-server";
import { Component } from "../screens/messages";

const TOGETHER = `GET /api/bookings/with/${DEV}`;

/** Fake entries that show each change's status. */
const parts: InThread = {
  entriesOf: ({ booking }) =>
    booking.timeline.map(({ status, at }, index) => ({
      key: `${booking.id}-${index}`,
      at,
      text: `Booking ${status}`,
      node: <p>{`Booking ${booking.id} ${status}`}</p>,
    })),
};

let server: FakeServer;
let load: () => Promise<InThread>;

beforeEach(() => {
  server = fakeServer();
  server.modules = ["chat", "bookings"];
  load = async () => parts;
});

afterEach(() => vi.unstubAllGlobals());

const Screen = () => (
  <InThreadContext value={load}>
    <Component />
  </InThreadContext>
);
const open = () =>
  renderRoutes(
    [
      { path: "/chat/:id", Component: Screen },
      { path: "/outward-progress/:id", Component: () => null },
    ],
    CHAT,
  );
const texts = () =>
  within(screen.getByRole("region", { name: "Messages" }))
    .getAllByRole("listitem")
    .flatMap((item) => item.querySelector("p")?.textContent ?? []);

function book(id: number, ...changes: [status: "pending" | "accepted", at: string][]) {
  const timeline = changes.map(([status, at]) => ({
    kind: status === "pending" ? ("asked" as const) : status,
    status,
    at,
    by: "client" as const,
  }));
  const updated_at = timeline.at(-1)?.at ?? "";
  server.together.unshift({ booking: sampleBooking({ id, timeline, updated_at }) });
}

test("bookings stand between the messages, by time", async () => {
  server.say(DEV, "Hello", "2026-03-02T10:00:00Z");
  server.say(ME, "See you then", "2026-03-04T10:00:00Z");
  book(7, ["pending", "2026-03-02T11:00:00Z"], ["accepted", "2026-03-05T09:00:00Z"]);
  book(8, ["pending", "2026-03-01T09:00:00Z"]);
  open();
  await screen.findByText("Hello");
  expect(texts()).toEqual([
    "Booking 8 pending",
    "Hello",
    "Booking 7 pending",
    "See you then",
    "Booking 7 accepted",
  ]);
  const days = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  expect(days).toEqual(expect.arrayContaining(["Sun 1 Mar", "Mon 2 Mar", "Wed 4 Mar"]));
});

test("older bookings load together with their messages", async () => {
  for (let at = 1; at <= 25; at += 1) {
    server.say(DEV, `m${at}`, `2026-03-02T10:${String(at).padStart(2, "0")}:00Z`);
  }
  book(7, ["pending", "2026-03-02T10:02:30Z"], ["accepted", "2026-03-02T10:20:30Z"]);
  open();
  await screen.findByText("m25");
  expect(texts()[0]).toBe("m6");
  expect(texts()).toContain("Booking 7 accepted");
  expect(screen.queryByText("Booking 7 pending")).toBeNull();
  act(() => screen.getByRole("button", { name: "Show earlier messages" }).click());
  await screen.findByText("m1");
  expect(texts().slice(0, 4)).toEqual(["m1", "m2", "Booking 7 pending", "m3"]);
});

test("messages show without bookings, or without their code", async () => {
  server.say(DEV, "Hello");
  server.modules = ["chat"];
  open();
  expect(await screen.findByText("Hello")).toBeVisible();
  expect(server.requests).not.toContain(TOGETHER);
});

test("a failed load does not delay the messages", async () => {
  server.say(DEV, "Hello");
  load = () => Promise.reject(new Error("offline"));
  open();
  expect(await screen.findByText("Hello")).toBeVisible();
});

test("failed bookings show an error with a retry", async () => {
  server.say(DEV, "Hello", "2026-03-02T10:00:00Z");
  book(7, ["pending", "2026-03-02T11:00:00Z"]);
  const answer = fetch;
  vi.stubGlobal("fetch", async (request: Request) =>
    request.url.includes("/api/bookings/with/")
      ? Response.json({ status: "error", code: "x", message: "" }, { status: 500 })
      : answer(request),
  );
  open();
  expect(await screen.findByText("Hello")).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("could not be loaded");
  vi.stubGlobal("fetch", answer);
  act(() => screen.getByRole("button", { name: "Try again" }).click());
  expect(await screen.findByText("Booking 7 pending")).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("an open booking is named above while its card is hidden", async () => {
  let tell: (inSight: boolean) => void = () => undefined;
  class Observer {
    constructor(callback: IntersectionObserverCallback) {
      tell = (isIntersecting) =>
        act(() => callback([{ isIntersecting } as IntersectionObserverEntry], this as never));
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal("IntersectionObserver", Observer);
  const pending = { text: "Plumbing · Pending", link: "/outward-progress/7" };
  load = async () => ({
    entriesOf: (together, me) =>
      parts.entriesOf(together, me).map((entry) => ({ ...entry, open: pending })),
  });
  server.say(DEV, "Hello", "2026-03-02T10:00:00Z");
  book(7, ["pending", "2026-03-02T11:00:00Z"]);
  open();
  const card = await screen.findByText("Booking 7 pending");
  const strip = () => screen.queryByRole("button", { name: /Plumbing · Pending/ });
  expect(strip()).toBeNull();
  tell(false);
  const seen = vi.fn();
  Object.assign(card.closest("li") ?? {}, { scrollIntoView: seen });
  act(() => strip()?.click());
  expect(seen).toHaveBeenCalled();
  tell(true);
  expect(strip()).toBeNull();
});

test("an open booking that is too far back opens its page", async () => {
  class Observer {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal("IntersectionObserver", Observer);
  load = async () => ({
    entriesOf: (together, me) =>
      parts
        .entriesOf(together, me)
        .map((entry) => ({ ...entry, open: { text: "Plumbing", link: "/outward-progress/7" } })),
  });
  for (let at = 1; at <= 25; at += 1) server.say(DEV, `m${at}`, "2026-03-02T10:00:00Z");
  book(7, ["pending", "2026-03-01T11:00:00Z"]);
  const router = open();
  const strip = await screen.findByRole("button", { name: /Plumbing/ });
  act(() => strip.click());
  await waitFor(() => expect(router.state.location.pathname).toBe("/outward-progress/7"));
});

test("changed bookings are marked as seen once in view", async () => {
  server.say(ME, "Hello");
  server.head = { ...server.head, unread_bookings: 1 };
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  open();
  await screen.findByText("Hello");
  const marked = () => server.requests.filter((line) => line.startsWith("PUT"));
  expect(marked()).toEqual([]);
  visibility.mockReturnValue("visible");
  document.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() => expect(marked()).toEqual([`PUT /api/message/seen/${DEV}/bookings`]));
});
