import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import type { Notice } from "./api/use-mark-read";
import { BellPanel } from "./bell-panel";

const PUT = "PUT /api/notifications/read";

afterEach(() => vi.unstubAllGlobals());

function notice(id: string, seq: number, read = false): Notice {
  return {
    id,
    seq,
    kind: "booking",
    title: `Notice ${id}`,
    description: "",
    link: "/inward-details/7",
    read,
    created_at: "2026-03-02T10:00:00Z",
  };
}

function Bell({ onChoose }: { onChoose: () => void }) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(false)}>
        Close
      </button>
      {open && <BellPanel onChoose={onChoose} />}
    </>
  );
}

function open(notices: Notice[]) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/notifications": () => success(notices),
    [PUT]: () => success({ unread: 0 }),
  });
  const onChoose = vi.fn();
  const router = renderRoutes(
    [
      { path: "/", element: <Bell onChoose={onChoose} /> },
      { path: "*", element: <h1>Elsewhere</h1> },
    ],
    "/",
  );
  const marked = () => log.filter(({ path }) => path === PUT).map(({ body }) => body);
  return { marked, onChoose, router, user: userEvent.setup() };
}

test("closing the panel marks only the visible notices as read", async () => {
  const { marked, user } = open([notice("a", 3), notice("b", 2, true), notice("c", 1)]);
  await screen.findByText("Notice a");
  expect(marked()).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(marked()).toEqual([{ ids: ["a", "c"] }]));
});

test("notices read before are not marked again", async () => {
  const { marked, user } = open([notice("a", 1, true)]);
  await screen.findByText("Notice a");
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(marked()).toEqual([]);
});

test("an empty panel links to neighbours and closes", async () => {
  const { onChoose, router, user } = open([]);
  await user.click(await screen.findByRole("link", { name: "Look at all neighbours" }));
  await screen.findByText("Elsewhere");
  expect([router.state.location.pathname, onChoose.mock.calls.length]).toEqual([
    "/explore-list",
    1,
  ]);
});

test("the panel links to all notifications", async () => {
  const { router, user } = open([notice("a", 1)]);
  await user.click(await screen.findByRole("link", { name: "All notifications" }));
  expect(router.state.location.pathname).toBe("/notifications");
});
