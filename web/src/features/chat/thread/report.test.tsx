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

test("a message that staff remove says nothing any more, at once", async () => {
  await open();
  act(() => tellLive({ kind: "removed", id: "m2" }));
  expect(await screen.findByText("Removed by staff")).toBeVisible();
  expect(screen.queryByText("You are a fool.")).toBeNull();
  expect(screen.queryByRole("button", { name: "Report this message" })).toBeNull();
});
