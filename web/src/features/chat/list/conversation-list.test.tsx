import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { renderRoutes } from "@/test/app";
import { DEV, type FakeServer, fakeServer } from "../fake-server";
import { Component } from "../screens/messages";

afterEach(() => vi.unstubAllGlobals());

const LIST = "GET /api/message/chat/history/users";

function open() {
  const routes = ["/messages", "/chat/:id"].map((path) => ({ path, Component }));
  return renderRoutes(routes, "/messages");
}

function conversation(
  part: Partial<FakeServer["conversations"][number]>,
): FakeServer["conversations"][number] {
  return {
    user_id: DEV,
    name: "Dev Kaur",
    lastmessage: "Bringing the long wrench",
    lastmessagetime: "2020-03-02T10:00:00Z",
    lastmessage_mine: false,
    lastmessage_kind: "text",
    unreadmessagecount: 0,
    unreadbookingcount: 0,
    ...part,
  };
}

test("a conversation shows its person, last message, time and count", async () => {
  const server = fakeServer();
  server.conversations = [
    conversation({ unreadmessagecount: 1, unreadbookingcount: 1 }),
    conversation({ user_id: "jo", name: "Jo Mensah", lastmessage_mine: true }),
    conversation({
      user_id: "al",
      name: "Al Bell",
      lastmessage: "",
      lastmessage_kind: "picture",
    }),
  ];
  open();
  expect(await screen.findByRole("link", { name: /Dev Kaur.*wrench.*2 new/ })).toBeVisible();
  expect(screen.getByRole("link", { name: /Jo Mensah.*You: Bringing/ })).toBeVisible();
  expect(screen.getByRole("link", { name: /Al Bell.*Mon 2 Mar 2020.*Picture/ })).toBeVisible();
  expect(screen.getByText("Select a conversation to start messaging")).toBeInTheDocument();
});

test("a conversation opens at its own address, with the name at once", async () => {
  const server = fakeServer();
  server.conversations = [conversation({ photourl: "/files/dev.webp" })];
  server.say(DEV, "Hello");
  const router = open();
  await userEvent.click(await screen.findByRole("link", { name: /Dev Kaur/ }));
  expect(router.state.location.pathname).toBe(`/chat/${DEV}`);
  expect(router.state.location.state).toEqual({
    userId: DEV,
    userName: "Dev Kaur",
    userPhoto: "/files/dev.webp",
  });
  const heading = screen.getByRole("heading", { level: 1, name: "Dev Kaur" });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(screen.getByRole("link", { name: "Back to messages" })).toHaveAttribute(
    "href",
    "/messages",
  );
  expect(await screen.findByText("Hello")).toBeVisible();
});

test("an unsent draft shows in the list, except while open", async () => {
  const server = fakeServer();
  server.conversations = [conversation({}), conversation({ user_id: "jo", name: "Jo Mensah" })];
  const router = open();
  await userEvent.click(await screen.findByRole("link", { name: /Dev Kaur/ }));
  await userEvent.type(await screen.findByRole("textbox"), "Half a thou");
  expect(screen.getByRole("link", { name: /Dev Kaur.*wrench/ })).not.toHaveTextContent("Draft");
  await act(() => router.navigate("/messages"));
  expect(await screen.findByRole("link", { name: /Dev Kaur.*Draft: Half a thou/ })).toBeVisible();
  expect(screen.getByRole("link", { name: /Jo Mensah/ })).not.toHaveTextContent("Draft");
});

test("a search starts after three letters and a pause", async () => {
  const server = fakeServer();
  server.conversations = [conversation({})];
  open();
  const field = await screen.findByRole("searchbox", { name: "Search messages" });
  await userEvent.type(field, "wr");
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(server.requests.filter((line) => line.startsWith(LIST))).toEqual([LIST]);
  const match = {
    id: "m1",
    seq: 1,
    content: "The wrench is mine",
    created_at: "2020-03-02T10:00:00Z",
  };
  server.conversations = [conversation({ match })];
  await userEvent.type(field, "ench");
  expect(await screen.findByRole("link", { name: /Dev Kaur.*The wrench is mine/ })).toBeVisible();
  expect(server.requests.filter((line) => line.startsWith(LIST))).toEqual([
    LIST,
    `${LIST}?q=wrench`,
  ]);
  server.conversations = [];
  await userEvent.type(field, "es");
  expect(await screen.findByText("Nothing found")).toBeVisible();
});

test("a member without conversations is led to neighbours", async () => {
  fakeServer();
  open();
  expect(await screen.findByText("No messages yet")).toBeVisible();
  const [first] = screen.getAllByRole("link", { name: "Look at people nearby" });
  expect(first).toHaveAttribute("href", "/explore");
});

test("a failed list shows an error", async () => {
  fakeServer();
  vi.stubGlobal("fetch", async () => Response.json({ status: "error" }, { status: 400 }));
  open();
  expect(await screen.findByText("Failed to fetch users")).toBeVisible();
});

test("an address without a person leads back", async () => {
  fakeServer();
  const answer = fetch;
  vi.stubGlobal("fetch", async (request: Request) =>
    request.url.includes("/api/message/with/")
      ? Response.json({ status: "error", code: "chat.person_not_found" }, { status: 404 })
      : answer(request),
  );
  renderRoutes([{ path: "/chat/:id", Component }], `/chat/${DEV}`);
  expect(await screen.findByText("There is nobody here")).toBeVisible();
  expect(screen.getByRole("link", { name: "See your messages" })).toHaveAttribute(
    "href",
    "/messages",
  );
});
