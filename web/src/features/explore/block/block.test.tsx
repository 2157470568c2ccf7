import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Blocked } from "../screens/blocked";
import { BlockButton } from "./block-button";

const dev = { user_id: "u2", name: "Dev Kaur", created_at: "2026-03-02T10:00:00Z" };

afterEach(() => vi.unstubAllGlobals());

function open(Component: () => React.ReactNode, answers: Parameters<typeof mockServer>[0]) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["explore"] }),
    ...answers,
  });
  const List = () => <p>Whom you have blocked</p>;
  renderRoutes(
    [
      { path: "/", Component },
      { path: "/settings/blocked", Component: List },
    ],
    "/",
  );
  return { log, user: userEvent.setup() };
}

test("blocking explains the effect first", async () => {
  const POST = "POST /api/users/block/u2";
  let works = false;
  const Button = () => <BlockButton person={{ id: "u2", firstname: "Dev" }} />;
  const { log, user } = open(Button, {
    [POST]: () =>
      works ? success({ blocked: true }) : failure(429, "explore.too_many_blocks", "Enough."),
  });
  await user.click(screen.getByRole("button", { name: "Block Dev" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/Bookings you already have go on/)).toBeVisible();
  expect(log).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Block" }));
  expect(await dialog.findByText("Enough.")).toBeVisible();
  works = true;
  await user.click(dialog.getByRole("button", { name: "Block" }));
  expect(await screen.findByText("Whom you have blocked")).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(log.filter(({ path }) => path === POST)).toHaveLength(2);
});

test("a blocked person can be unblocked", async () => {
  let blocked = [dev];
  const DELETE = "DELETE /api/users/block/u2";
  const { log, user } = open(Blocked, {
    "GET /api/users/blocked": () => success(blocked),
    [DELETE]: () => {
      blocked = [];
      return success({ blocked: false });
    },
  });
  await user.click(await screen.findByRole("button", { name: /^Unblock/ }));
  expect(await screen.findByText("You have blocked nobody")).toBeVisible();
  expect(log.filter(({ path }) => path === DELETE)).toHaveLength(1);
});
