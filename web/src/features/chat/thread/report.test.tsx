import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { tellLive } from "@/lib/live/hub";
import { renderRoutes, success } from "@/test/app";
import { CHAT, DEV, type FakeServer, fakeServer, ME } from "../fake-server";
import { Component as Messages } from "../screens/messages";

let server: FakeServer;

beforeEach(() => {
  server = fakeServer();
  server.modules = ["chat", "moderation"];
  server.say(ME, "Is the ladder still there?");
  server.say(DEV, "You are a fool.");
});
afterEach(() => vi.unstubAllGlobals());

async function open() {
  renderRoutes([{ path: "/chat/:id", Component: Messages }], CHAT);
  await screen.findByText("You are a fool.");
  return userEvent.setup();
}

test("what the other person wrote can be reported by keyboard, what one wrote oneself cannot", async () => {
  const reports: unknown[] = [];
  server.onReport = (body) => {
    reports.push(body);
    return success({ id: "r1", created_at: "" });
  };
  const user = await open();
  const [button, ...others] = await screen.findAllByRole("button", {
    name: "Report this message",
  });
  expect(others).toEqual([]);
  button?.focus();
  await user.keyboard("{Enter}");
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByLabelText(/^Rude/));
  await user.click(dialog.getByRole("button", { name: "Send report" }));
  expect(await screen.findByText(/with the moderators/)).toBeVisible();
  expect(reports).toEqual([{ subject: "message", id: "m2", reason: "harassment" }]);
});

test("all report buttons are one tab stop, and the arrow keys lead from one to the next", async () => {
  server.say(ME, "Why?");
  server.say(DEV, "Because.");
  server.say(DEV, "That is why.");
  const user = await open();
  const buttons = await screen.findAllByRole("button", { name: "Report this message" });
  const focused = () => buttons.indexOf(document.activeElement as HTMLElement);
  screen.getByRole("region", { name: "Messages" }).focus();
  await user.tab();
  expect(focused()).toBe(2);
  expect(buttons[2]).toHaveAccessibleDescription("That is why. Arrow keys: other messages");
  await user.keyboard("{ArrowUp}{ArrowUp}{ArrowUp}");
  expect(focused()).toBe(0);
  expect(buttons[0]).toHaveAccessibleDescription(/^You are a fool\./);
  await user.keyboard("{End}{ArrowUp}");
  expect(focused()).toBe(1);
  await user.tab();
  expect(focused()).toBe(-1);
  // It is where it was left.
  await user.tab({ shift: true });
  expect(focused()).toBe(1);
});

test("a message that staff remove says nothing any more, at once", async () => {
  await open();
  act(() => tellLive({ kind: "removed", id: "m2" }));
  expect(await screen.findByText("Removed by staff")).toBeVisible();
  expect(screen.queryByText("You are a fool.")).toBeNull();
  expect(screen.queryByRole("button", { name: "Report this message" })).toBeNull();
});
