import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderRoutes } from "@/test/app";
import { CHAT, DEV, type FakeServer, fakeServer, ME } from "../fake-server";
import { Component } from "../screens/messages";

let server: FakeServer;

beforeEach(() => {
  server = fakeServer();
  for (let at = 1; at <= 100; at += 1) server.say(at % 2 ? DEV : ME, `m${at}`);
});

afterEach(() => vi.unstubAllGlobals());

const open = (seq: number | string) =>
  renderRoutes([{ path: "/chat/:id", Component }], `${CHAT}?message=${seq}`);
const texts = () =>
  within(screen.getByRole("region", { name: "Messages" }))
    .getAllByRole("listitem")
    .map((item) => item.querySelector("p")?.textContent);
const run = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => `m${first + at}`);
const press = (name: string | RegExp) => act(() => screen.getByRole("button", { name }).click());

test("a message searched for shows with those around it", async () => {
  open(40);
  const found = await screen.findByText("m40");
  expect(texts()).toEqual(run(31, 50));
  await waitFor(() => expect(found.closest("li")).toHaveFocus());
  expect(server.requests.filter((line) => line.startsWith("PUT"))).toEqual([]);

  press("Show earlier messages");
  await screen.findByText("m11");
  expect(texts()).toEqual(run(11, 50));
  press("Show earlier messages");
  await screen.findByText("m1");
  expect(screen.queryByRole("button", { name: "Show earlier messages" })).toBeNull();

  // Down to the newest page, where the two ranges meet and new messages arrive.
  press("Show later messages");
  await screen.findByText("m70");
  expect(texts()).toEqual(run(1, 70));
  press("Show later messages");
  await screen.findByText("m100");
  expect(texts()).toEqual(run(1, 100));
  expect(screen.queryByRole("button", { name: "Show later messages" })).toBeNull();
  server.say(DEV, "m101");
  expect(await screen.findByText("m101", undefined, { timeout: 5_000 })).toBeVisible();
  expect(texts()).toEqual(run(1, 101));
}, 15_000);

test("one press leads to the newest message", async () => {
  const router = open(40);
  await screen.findByText("m40");
  press(/Newest messages/);
  await screen.findByText("m100");
  expect(texts()).toEqual(run(81, 100));
  await waitFor(() => expect(router.state.location.search).toBe(""));
});

test("a message on the newest page needs no other request", async () => {
  open(95);
  await waitFor(async () => expect((await screen.findByText("m95")).closest("li")).toHaveFocus());
  expect(texts()).toEqual(run(81, 100));
  const requests = server.requests.filter((line) => line.includes("after="));
  expect(requests).toEqual([]);
});

test("the very first message shows with those after it", async () => {
  open(1);
  await waitFor(async () => expect((await screen.findByText("m1")).closest("li")).toHaveFocus());
  expect(texts()).toEqual(run(1, 20));
  expect(screen.queryByRole("button", { name: "Show earlier messages" })).toBeNull();
});

test.each(["x", "-1", "1.5", ""])("an address with '%s' opens at the newest", async (seq) => {
  open(seq);
  await screen.findByText("m100");
  expect(texts()).toEqual(run(81, 100));
});
