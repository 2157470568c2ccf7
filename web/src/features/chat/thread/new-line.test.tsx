import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setLiveStatus, tellLive } from "@/lib/live/hub";
import { renderRoutes } from "@/test/app";
import { CHAT, DEV, type FakeServer, fakeServer, ME } from "../fake-server";
import { Component } from "../screens/messages";

let server: FakeServer;

beforeEach(() => {
  server = fakeServer();
  setLiveStatus({ state: "live", heldBack: false });
});
afterEach(() => {
  setLiveStatus();
  vi.unstubAllGlobals();
});

const open = () => renderRoutes([{ path: "/chat/:id", Component }], CHAT);

/** Returns the texts of the thread, including the line. */
const lines = () =>
  within(screen.getByRole("region", { name: "Messages" }))
    .getAllByRole("listitem")
    .map((item) => item.querySelector("p, h3")?.textContent);

const look = (state: DocumentVisibilityState) => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  act(() => {
    document.dispatchEvent(new Event("visibilitychange"));
  });
};

async function comes(content: string) {
  const { id, seq } = server.say(DEV, content);
  act(() => tellLive({ kind: "message", id, seq, sender_id: DEV, receiver_id: ME }));
  await screen.findByText(content);
}

test("a line marks new messages until they are answered", async () => {
  server.say(DEV, "Read");
  server.messages = server.messages.map((message) => ({ ...message, mark_as_read: true }));
  server.say(ME, "Mine");
  server.say(DEV, "One");
  server.say(DEV, "Two");
  open();
  await screen.findByText("Two");
  const expected = ["Read", "Mine", "New messages", "One", "Two"];
  expect(lines()).toEqual(expected);
  // Reading the messages does not move the line.
  await waitFor(() => expect(server.messages.at(-1)?.mark_as_read).toBe(true));
  expect(lines()).toEqual(expected);
  await userEvent.type(screen.getByRole("textbox"), "Thanks{Enter}");
  await waitFor(() => expect(lines()).not.toContain("New messages"));
  expect(lines().at(-1)).toBe("Thanks");
});

test("only messages missed in a background tab get a line", async () => {
  server.say(ME, "Mine");
  open();
  await screen.findByText("Mine");
  await comes("Seen");
  await waitFor(() => expect(server.messages.at(-1)?.mark_as_read).toBe(true));
  expect(lines()).toEqual(["Mine", "Seen"]);
  look("hidden");
  await comes("Missed");
  await comes("Missed too");
  look("visible");
  await waitFor(() => expect(server.messages.at(-1)?.mark_as_read).toBe(true));
  expect(lines()).toEqual(["Mine", "Seen", "New messages", "Missed", "Missed too"]);
});

test("messages that arrived since the last visit are new", async () => {
  server.say(ME, "Mine");
  const router = renderRoutes(
    [
      { path: "/chat/:id", Component },
      { path: "/messages", Component },
    ],
    CHAT,
  );
  await screen.findByText("Mine");
  await act(() => router.navigate("/messages"));
  server.say(DEV, "Missed");
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 60_000);
  await act(() => router.navigate(CHAT));
  await screen.findByText("Missed");
  expect(lines()).toEqual(["Mine", "New messages", "Missed"]);
  cleanup();
});

test("older new messages load below the line", async () => {
  for (let at = 1; at <= 30; at += 1) server.say(DEV, `m${at}`);
  look("hidden");
  open();
  await screen.findByText("m30");
  expect(lines().slice(0, 2)).toEqual(["New messages", "m11"]);
  await userEvent.click(screen.getByRole("button", { name: "Show earlier messages" }));
  await screen.findByText("m1");
  expect(lines().slice(0, 3)).toEqual(["New messages", "m1", "m2"]);
  expect(lines()).toHaveLength(31);
});
