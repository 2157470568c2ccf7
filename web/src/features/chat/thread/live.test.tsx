import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setLiveStatus, tellLive } from "@/lib/live/hub";
import { renderRoutes } from "@/test/app";
import { CHAT, DEV, fakeServer, ME } from "../fake-server";
import { Component } from "../screens/messages";

beforeEach(() => setLiveStatus({ state: "live", heldBack: false }));
afterEach(() => {
  setLiveStatus();
  vi.unstubAllGlobals();
});

const THREAD = `GET /api/message/${ME}/${DEV}`;
const open = () => renderRoutes([{ path: "/chat/:id", Component }], CHAT);

test("a live event fetches the message once, without polling", async () => {
  const server = fakeServer();
  server.say(DEV, "Hello");
  open();
  await screen.findByText("Hello");
  const requests = () => server.requests.filter((line) => line.startsWith(THREAD));
  await new Promise((resolve) => setTimeout(resolve, 3_500));
  expect(requests()).toEqual([THREAD]);
  const { id, seq } = server.say(DEV, "On my way");
  act(() => tellLive({ kind: "message", id, seq, sender_id: DEV, receiver_id: ME }));
  expect(await screen.findByText("On my way")).toBeVisible();
  expect(requests()).toEqual([THREAD, `${THREAD}?after=1&limit=100`]);
  // Messages of other conversations cause no request here.
  act(() => tellLive({ kind: "message", id: "x", seq: 9, sender_id: "jo", receiver_id: ME }));
  server.say(DEV, "Missed");
  act(() => tellLive({ kind: "reset" }));
  expect(await screen.findByText("Missed")).toBeVisible();
  expect(requests()).toHaveLength(3);
}, 10_000);

test("the typing sign shows until the message arrives", async () => {
  const server = fakeServer();
  server.say(DEV, "Hello");
  open();
  await screen.findByText("Hello");
  act(() => tellLive({ kind: "typing", user_id: "jo" }));
  expect(screen.queryByText(/is typing/)).toBeNull();
  act(() => tellLive({ kind: "typing", user_id: DEV }));
  expect(screen.getByText("Dev is typing…")).toBeVisible();
  const { id, seq } = server.say(DEV, "On my way");
  act(() => tellLive({ kind: "message", id, seq, sender_id: DEV, receiver_id: ME }));
  await screen.findByText("On my way");
  expect(screen.queryByText(/is typing/)).toBeNull();
});

test("typing sends a signal from time to time", async () => {
  const server = fakeServer();
  server.say(DEV, "Hello");
  open();
  await screen.findByText("Hello");
  await userEvent.type(screen.getByRole("textbox", { name: "Message to Dev" }), "One moment");
  expect(server.requests.filter((line) => line.includes("typing"))).toEqual([
    `POST /api/message/typing/${DEV}`,
  ]);
});
