import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderRoutes } from "@/test/app";
import { CHAT, DEV, type FakeServer, fakeServer, ME } from "../fake-server";
import { Component } from "../screens/messages";

afterEach(() => vi.unstubAllGlobals());

const HINT = "You can send one more message until Dev answers.";

async function open(senders: string[], inCommon: Partial<FakeServer["head"]["in_common"]> = {}) {
  const server = fakeServer();
  for (const [index, from] of senders.entries()) server.say(from, `Message ${index}`);
  server.head = { ...server.head, in_common: { ...server.head.in_common, ...inCommon } };
  renderRoutes([{ path: "/chat/:id", Component }], CHAT);
  await screen.findByText(`Message ${senders.length - 1}`);
  return screen.findByRole("textbox", { name: "Message to Dev" });
}

test("a hint announces the last message before an answer", async () => {
  const box = await open([ME, ME]);
  expect(screen.getByText(HINT)).toBeVisible();
  expect(box).toHaveAccessibleDescription(HINT);
});

test.each([
  ["after one message", [ME], {}],
  ["once the other one has answered", [DEV, ME], {}],
  ["to somebody with whom one has a booking", [ME, ME], { bookings: 1 }],
  ["where both follow each other", [ME, ME], { follow_each_other: true }],
])("the hint is absent %s", async (_, senders, inCommon) => {
  await open(senders, inCommon);
  expect(screen.queryByText(HINT)).toBeNull();
});
