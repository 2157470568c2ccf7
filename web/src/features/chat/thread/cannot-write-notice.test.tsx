import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderRoutes } from "@/test/app";
import { CHAT, DEV, fakeServer, ME } from "../fake-server";
import { Component } from "../screens/messages";

afterEach(() => vi.unstubAllGlobals());

const open = () => renderRoutes([{ path: "/chat/:id", Component }], CHAT);

test("an unanswered sender is told when they can write again", async () => {
  const server = fakeServer();
  server.say(ME, "Hello");
  server.head = { ...server.head, can_write: false, cannot_write_reason: "unanswered" };
  open();
  expect(
    await screen.findByText("Dev hasn't answered yet. You can write again once they do."),
  ).toBeVisible();
  expect(screen.queryByRole("textbox", { name: /Message to/ })).toBeNull();
});

test("a closed conversation says so without blame", async () => {
  const server = fakeServer();
  server.say(DEV, "Hello");
  server.head = { ...server.head, can_write: false, cannot_write_reason: "blocked" };
  open();
  expect(await screen.findByText("You can't write to Dev.")).toBeVisible();
  expect(screen.queryByRole("link", { name: "People you have blocked" })).not.toBeInTheDocument();
  expect(screen.queryByRole("textbox", { name: /Message to/ })).toBeNull();
});

test("only the blocker sees how to unblock", async () => {
  const server = fakeServer();
  server.head = { ...server.head, can_write: false, cannot_write_reason: "blocked" };
  server.blocked = [{ user_id: DEV, name: "Dev Kaur", created_at: "2026-03-01T10:00:00Z" }];
  open();
  expect(await screen.findByText(/You have blocked them\.$/)).toBeVisible();
  expect(screen.getByRole("link", { name: "People you have blocked" })).toHaveAttribute(
    "href",
    "/settings/blocked",
  );
});
