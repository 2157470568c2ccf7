import { screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderRoutes } from "@/test/app";
import { CHAT, DEV, fakeServer, ME } from "../fake-server";
import { Component } from "../screens/messages";

afterEach(() => vi.unstubAllGlobals());

const open = () => renderRoutes([{ path: "/chat/:id", Component }], CHAT);
const messages = () => screen.getByRole("region", { name: "Messages" });

test("messages within a minute share one time", async () => {
  const server = fakeServer();
  server.say(DEV, "one", "2026-03-02T10:00:01Z");
  server.say(DEV, "two", "2026-03-02T10:00:59Z");
  server.say(DEV, "three", "2026-03-02T10:01:00Z");
  server.say(ME, "four", "2026-03-02T10:01:30Z");
  server.say(ME, "five", "2026-03-02T10:01:40Z");
  server.messages = server.messages.map((message) => ({ ...message, mark_as_read: true }));
  open();
  await screen.findByText("five");
  const times = within(messages())
    .getAllByRole("listitem")
    .map((item) => item.querySelector("time")?.textContent);
  expect(times).toEqual([undefined, "10:00", "10:01", undefined, "10:01"]);
});

test("a telephone number can be called", async () => {
  const server = fakeServer();
  server.say(DEV, "Call me: 07700 900123");
  open();
  const link = await screen.findByRole("link", { name: "07700 900123" });
  expect(link).toHaveAttribute("href", "tel:07700900123");
  expect(link).not.toHaveAttribute("target");
});

test("only web addresses are links, and markup is text", async () => {
  const server = fakeServer();
  server.say(DEV, "javascript:alert(1) <script>alert(2)</script> https://example.org/a");
  open();
  const link = await screen.findByRole("link", { name: "https://example.org/a" });
  expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow");
  expect(link).toHaveAttribute("href", "https://example.org/a");
  expect(within(messages()).getAllByRole("link")).toEqual([link]);
  expect(messages().querySelector("script")).toBeNull();
  expect(messages()).toHaveTextContent("javascript:alert(1) <script>alert(2)</script>");
});
