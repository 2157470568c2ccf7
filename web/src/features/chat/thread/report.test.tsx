import { act, screen, waitFor, within } from "@testing-library/react";
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
  const user = userEvent.setup();
  renderRoutes([{ path: "/chat/:id", Component: Messages }], CHAT);
  await screen.findByText("You are a fool.");
  return user;
}

const offered = async () =>
  within(await screen.findByRole("dialog", { name: "Message options" }))
    .getAllByRole("button")
    .map(({ textContent }) => textContent);

/** Waits until the menu has the focus; it handles keys only then. */
const menuFocused = () =>
  waitFor(() =>
    expect(screen.getByRole("dialog", { name: "Message options" })).toContainElement(
      document.activeElement as HTMLElement,
    ),
  );

test("a message's text can be copied from its menu", async () => {
  const user = await open();
  const copied = vi.spyOn(navigator.clipboard, "writeText");
  await user.click(screen.getAllByRole("button", { name: "Message options" })[1] as Element);
  await user.click(await screen.findByRole("button", { name: "Copy text" }));
  expect(copied).toHaveBeenCalledWith("You are a fool.");
});

test("only the other person's messages can be reported, also by keyboard", async () => {
  const reports: unknown[] = [];
  server.onReport = (body) => {
    reports.push(body);
    return success({ id: "r1", created_at: "" });
  };
  const user = await open();
  const buttons = await screen.findAllByRole("button", { name: "Message options" });
  expect(buttons).toHaveLength(2);
  buttons[0]?.focus();
  await user.keyboard("{Enter}");
  expect(await offered()).toEqual(["Copy text"]);
  await menuFocused();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(buttons[0]).toHaveFocus());
  buttons[1]?.focus();
  await user.keyboard("{Enter}");
  await waitFor(async () => expect(await offered()).toEqual(["Copy text", "Report this message"]));
  await menuFocused();
  await user.tab();
  await user.keyboard("{Enter}");
  const dialog = within(await screen.findByRole("dialog", { name: "Report this message" }));
  await user.click(dialog.getByLabelText(/^Rude/));
  await user.click(dialog.getByRole("button", { name: "Send report" }));
  expect(await screen.findByText(/moderators have your report/)).toBeVisible();
  expect(reports).toEqual([{ subject: "message", id: "m2", reason: "harassment" }]);
}, 15_000);

test("all menus are one tab stop, and arrow keys move between them", async () => {
  server.say(ME, "Why?");
  server.say(DEV, "Because.");
  server.say(DEV, "That is why.");
  const user = await open();
  const buttons = await screen.findAllByRole("button", { name: "Message options" });
  const focused = () => buttons.indexOf(document.activeElement as HTMLElement);
  screen.getByRole("region", { name: "Messages" }).focus();
  await user.tab();
  expect(focused()).toBe(4);
  expect(buttons[4]).toHaveAccessibleDescription("That is why. Arrow keys: other messages");
  await user.keyboard("{ArrowUp}{ArrowUp}{ArrowUp}");
  expect(focused()).toBe(1);
  expect(buttons[1]).toHaveAccessibleDescription(/^You are a fool\./);
  await user.keyboard("{End}{ArrowUp}");
  expect(focused()).toBe(3);
  await user.tab();
  expect(focused()).toBe(-1);
  // The tab stop stays at the last used menu.
  await user.tab({ shift: true });
  expect(focused()).toBe(3);
});

test("a message removed by staff is emptied at once", async () => {
  await open();
  act(() => tellLive({ kind: "removed", id: "m2" }));
  expect(await screen.findByText("Removed by staff")).toBeVisible();
  expect(screen.queryByText("You are a fool.")).toBeNull();
  expect(screen.getAllByRole("button", { name: "Message options" })).toHaveLength(1);
});
