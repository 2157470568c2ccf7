import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import type { Notice } from "../api/use-mark-read";
import { Component as Notices } from "./notices";

const PUT = "PUT /api/notifications/read";

afterEach(() => vi.unstubAllGlobals());

function notice(id: string, seq: number, more: Partial<Notice> = {}): Notice {
  return {
    id,
    seq,
    kind: "booking",
    title: `Notice ${id}`,
    description: "",
    link: `/inward-details/${id}`,
    read: false,
    created_at: "2026-03-02T10:00:00Z",
    ...more,
  };
}

function open(notices: Notice[], at = "/notifications") {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["notifications"] }),
    "GET /api/notifications": () => success(notices),
    "GET /api/notifications/follower": () => success([notice("f", 1, { kind: "follower" })]),
    "GET /api/notifications/bookings": () => success([]),
    [PUT]: () => success({ unread: 0 }),
  });
  const router = renderRoutes(
    [
      { path: "/notifications", Component: Notices },
      { path: "*", element: <h1>Elsewhere</h1> },
    ],
    at,
  );
  const marked = () => log.filter(({ path }) => path === PUT).map(({ body }) => body);
  return { marked, router, user: userEvent.setup() };
}

const row = async (title: string) => {
  const item = (await screen.findByText(title)).closest("li");
  if (!item) throw new Error(`${title} is no item of a list`);
  return within(item);
};

test("a notice is marked on its own", async () => {
  const { marked, user } = open([notice("a", 2), notice("b", 1)]);
  await user.click((await row("Notice b")).getByRole("button", { name: /Mark as read/ }));
  await waitFor(async () => expect((await row("Notice b")).getByRole("link")).toHaveFocus());
  await waitFor(() => expect(marked()).toEqual([{ ids: ["b"] }]));
});

test("following a notice marks it and opens its link", async () => {
  const { marked, router, user } = open([notice("a", 2), notice("b", 1)]);
  await user.click((await row("Notice a")).getByRole("link"));
  await screen.findByText("Elsewhere");
  expect(router.state.location.pathname).toBe("/inward-details/a");
  await waitFor(() => expect(marked()).toEqual([{ ids: ["a"] }]));
});

test("all are marked up to the newest shown, in any order", async () => {
  const { marked, user } = open([notice("a", 5), notice("late", 9), notice("b", 4)]);
  await user.click(await screen.findByRole("button", { name: "Mark all as read" }));
  await waitFor(() => expect(marked()).toEqual([{ up_to: 9 }]));
});

test("a list of one kind marks only that kind", async () => {
  const { marked, user } = open([], "/notifications?list=followers");
  await screen.findByText("Notice f");
  await user.click(screen.getByRole("button", { name: "Mark all as read" }));
  await waitFor(() => expect(marked()).toEqual([{ up_to: 1, kind: "follower" }]));
});

test("notices about one subject are folded and marked together", async () => {
  const link = "/inward-details/7";
  const { marked, user } = open([
    notice("a", 3, { link }),
    notice("b", 2, { link }),
    notice("c", 1, { link, read: true }),
  ]);
  const folded = await row("Notice a");
  expect(screen.getByText("Notice b")).not.toBeVisible();
  await user.click(folded.getByRole("button", { name: "2 earlier notifications" }));
  expect(screen.getByText("Notice b")).toBeVisible();
  await user.click(folded.getByRole("button", { name: /Mark as read/ }));
  await waitFor(() => expect(marked()).toEqual([{ ids: ["a", "b"] }]));
});

test("an empty list explains itself, without a mark button", async () => {
  open([], "/notifications?list=bookings");
  await screen.findByText("Changes to your bookings show up here.");
  expect(screen.queryByRole("button", { name: "Mark all as read" })).not.toBeInTheDocument();
});

test("the tab is kept in the URL", async () => {
  const { router, user } = open([notice("a", 1)]);
  await user.click(await screen.findByRole("tab", { name: "Followers" }));
  await screen.findByText("Notice f");
  expect(router.state.location.search).toBe("?list=followers");
});
