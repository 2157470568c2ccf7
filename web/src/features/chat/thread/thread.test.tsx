import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { failure, renderRoutes } from "@/test/app";
import { CHAT, DEV, fakeServer, ME } from "../fake-server";
import { Component } from "../screens/messages";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const open = () => renderRoutes([{ path: "/chat/:id", Component }], CHAT);
const box = () => screen.findByRole("textbox", { name: "Message to Dev" });
const messages = () => screen.getByRole("region", { name: "Messages" });
const texts = () =>
  within(messages())
    .getAllByRole("listitem")
    .map((item) => item.querySelector("p")?.textContent);

async function write(text: string) {
  await userEvent.type(await box(), `${text}{Enter}`);
}

test("messages stand day by day, in the order of the conversation", async () => {
  const server = fakeServer();
  server.say(DEV, "Is it the kitchen tap?", "2026-03-01T09:00:00Z");
  server.say(ME, "Yes", "2026-03-02T09:00:00Z");
  server.say(DEV, "On my way", "2026-03-02T09:01:00Z");
  server.messages.reverse();
  open();
  await screen.findByText("On my way");
  expect(texts()).toEqual(["Is it the kitchen tap?", "Yes", "On my way"]);
  const days = within(messages()).getAllByRole("heading", { level: 2 });
  expect(days.map(({ textContent }) => textContent)).toEqual(["Sun 1 Mar", "Mon 2 Mar"]);
  // Who wrote what is also said to those who don't see the sides.
  expect(screen.getByText("Yes").closest("li")).toHaveTextContent("You: ");
  expect(screen.getByText("On my way").closest("li")).toHaveTextContent("Dev: ");
});

test("how far one's own messages have come is said in words", async () => {
  const server = fakeServer();
  for (const text of ["one", "two", "three"]) server.say(ME, text);
  server.head = { ...server.head, last_read_seq: 1, last_delivered_seq: 2 };
  open();
  await vi.waitFor(() => expect(screen.getByText("one").closest("li")).toHaveTextContent("Read"));
  expect(screen.getByText("two").closest("li")).toHaveTextContent("Delivered");
  expect(screen.getByText("three").closest("li")).toHaveTextContent("Sent");
});

test("only addresses of the web are links, and markup is text", async () => {
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

test("a message shows at once, and is there once when it is confirmed", async () => {
  const server = fakeServer();
  server.say(DEV, "Hello");
  let confirm = () => {};
  const held = new Promise<void>((resolve) => {
    confirm = resolve;
  });
  const answer = fetch;
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "POST" && request.url.endsWith("/api/message")) await held;
    return answer(request);
  });
  open();
  await screen.findByText("Hello");
  await write("On Saturday?");
  expect(screen.getByText("On Saturday?").closest("li")).toHaveTextContent("Sending");
  expect(await box()).toHaveValue("");
  confirm();
  await vi.waitFor(() =>
    expect(screen.getByText("On Saturday?").closest("li")).toHaveTextContent("Sent"),
  );
  expect(localStorage.getItem(`chat.unsent:${ME}`)).toBeNull();
});

test("without a connection it waits and says so, and goes on with the same id", async () => {
  const server = fakeServer();
  server.say(DEV, "Hello");
  server.refusal = () => null;
  open();
  await screen.findByText("Hello");
  await write("First");
  await vi.waitFor(() =>
    expect(screen.getByText("First").closest("li")).toHaveTextContent("Waiting to be sent"),
  );
  // It survives a reload, and so does its place behind what was written before.
  cleanup();
  open();
  expect(await screen.findByText("First")).toBeVisible();
  await write("Second");
  server.refusal = undefined;
  await vi.waitFor(
    () => expect(screen.getByText("Second").closest("li")).toHaveTextContent("Sent"),
    { timeout: 8_000 },
  );
  expect(texts()).toEqual(["Hello", "First", "Second"]);
  expect(server.messages.map(({ content }) => content)).toEqual(["Hello", "First", "Second"]);
  expect(server.attempts.length).toBeGreaterThan(2);
  expect(new Set(server.attempts).size).toBe(2);
}, 15_000);

test("what the other person wrote before one's own was sent is there too", async () => {
  const server = fakeServer();
  server.say(DEV, "Hello");
  open();
  await screen.findByText("Hello");
  server.say(DEV, "Or on Sunday");
  await write("Saturday is fine");
  expect(await screen.findByText("Or on Sunday")).toBeVisible();
  expect(texts()).toEqual(["Hello", "Or on Sunday", "Saturday is fine"]);
});

test("a message whose confirmation was lost is there once, and not sent on", async () => {
  const server = fakeServer();
  server.say(DEV, "Hello");
  server.losesAnswers = true;
  open();
  await screen.findByText("Hello");
  await write("First");
  await vi.waitFor(
    () => expect(screen.getByText("First").closest("li")).toHaveTextContent("Sent"),
    { timeout: 8_000 },
  );
  expect(texts()).toEqual(["Hello", "First"]);
  expect(localStorage.getItem(`chat.unsent:${ME}`)).toBeNull();
  expect(server.messages).toHaveLength(2);
}, 15_000);

test("what the server refuses says why and can be sent again, with the same id", async () => {
  const server = fakeServer();
  server.say(DEV, "Hello");
  server.refusal = () => failure(429, "chat.too_many_strangers", "You wrote to many people.");
  open();
  await screen.findByText("Hello");
  await write("Hi there");
  expect(await screen.findByText(/Not sent: You wrote to many people\./)).toBeVisible();
  await userEvent.type(await box(), "The next");
  server.refusal = undefined;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await vi.waitFor(() => expect(screen.queryByText(/Not sent/)).toBeNull());
  expect(server.attempts).toHaveLength(2);
  expect(new Set(server.attempts).size).toBe(1);
  expect(server.messages.at(-1)?.content).toBe("Hi there");
  expect(await box()).toHaveValue("The next");
});

test("a refused message can be given up", async () => {
  const server = fakeServer();
  server.say(DEV, "Hello");
  server.refusal = () => failure(403, "chat.cannot_write", "You can't write to this person.");
  open();
  await screen.findByText("Hello");
  await write("Hi there");
  await screen.findByText(/Not sent: You can't write to this person\./);
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(screen.queryByText("Hi there")).toBeNull();
  expect(localStorage.getItem(`chat.unsent:${ME}`)).toBeNull();
});

test("the first message needs a few words, and what is wrong with it stands beside the field", async () => {
  const server = fakeServer();
  server.head = {
    ...server.head,
    first: true,
    in_common: { bookings: 1, mutual_follows: 2, follow_each_other: false },
  };
  open();
  const common = await screen.findByRole("list", { name: "What you have in common" });
  expect(common).toHaveTextContent("1 booking together");
  expect(common).toHaveTextContent("You both follow 2 neighbours");
  await write("Hi");
  expect(await box()).toHaveAccessibleDescription(/Say in a few words/);
  expect(server.attempts).toEqual([]);
  server.refusal = () => failure(422, "chat.say_more", "Please say a little more.");
  await userEvent.type(await box(), ", I am Ana from number 4{Enter}");
  await vi.waitFor(async () =>
    expect(await box()).toHaveAccessibleDescription("Please say a little more."),
  );
  expect(await box()).toHaveValue("Hi, I am Ana from number 4");
  expect(within(messages()).queryByText(/I am Ana from number 4/)).toBeNull();
});

test("two words to somebody new are questioned once, and go when one means them", async () => {
  const server = fakeServer();
  server.head = { ...server.head, first: true };
  open();
  await write("Good afternoon");
  expect(await box()).toHaveAccessibleDescription(/a few more words/);
  expect(server.attempts).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  await vi.waitFor(() => expect(server.messages.at(-1)?.content).toBe("Good afternoon"));
});

test("who does not know how to begin is given a beginning", async () => {
  const server = fakeServer();
  server.head = {
    ...server.head,
    first: true,
    in_common: { ...server.head.in_common, town: "Leeds" },
  };
  open();
  expect(await screen.findByText("You both live in Leeds")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Say who you are" }));
  expect(await box()).toHaveValue("Hello Dev, I live in Leeds too and ");
  expect(await box()).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: "Ask for help" }));
  await userEvent.type(await box(), "my tap?");
  expect(await box()).toHaveValue("Hello Dev, could you help me with my tap?");
  // What somebody has written is not written over.
  expect(screen.queryByRole("button", { name: "Ask for help" })).toBeNull();
});

test("nothing is sent of blanks, nor when Enter makes a new line", async () => {
  const server = fakeServer();
  server.say(DEV, "Hello");
  open();
  await screen.findByText("Hello");
  await write("   ");
  await userEvent.type(await box(), "a{Shift>}{Enter}{/Shift}b");
  expect(server.attempts).toEqual([]);
  expect((await box()) as HTMLTextAreaElement).toHaveValue("   a\nb");
});

test("what is being written is there after a reload, for this conversation only", async () => {
  fakeServer();
  open();
  await userEvent.type(await box(), "Half a thou");
  cleanup();
  open();
  expect(await box()).toHaveValue("Half a thou");
  expect(Object.keys(sessionStorage)).toEqual([`chat.draft.${DEV}:${ME}`]);
});

test("older messages join above, each once, while new ones come", async () => {
  const server = fakeServer();
  for (let at = 1; at <= 50; at += 1) server.say(DEV, `m${at}`);
  open();
  await screen.findByText("m50");
  expect(texts()).toHaveLength(20);
  server.say(DEV, "m51");
  await userEvent.click(screen.getByRole("button", { name: "Show earlier messages" }));
  await screen.findByText("m11");
  await userEvent.click(screen.getByRole("button", { name: "Show earlier messages" }));
  await screen.findByText("m1");
  await screen.findByText("m51", undefined, { timeout: 4_000 });
  expect(texts()).toEqual(Array.from({ length: 51 }, (_, at) => `m${at + 1}`));
  expect(screen.queryByRole("button", { name: "Show earlier messages" })).toBeNull();
}, 15_000);

test("what the other person writes now is read out, and not what was there before", async () => {
  const server = fakeServer();
  server.say(DEV, "Before");
  open();
  await screen.findByText("Before");
  const statuses = () => screen.getAllByRole("status").map(({ textContent }) => textContent);
  expect(statuses().join()).not.toContain("Before");
  server.say(DEV, "Now");
  await vi.waitFor(() => expect(statuses()).toContain("Dev: Now"), { timeout: 5_000 });
}, 10_000);

test("a thread is marked read while it is in sight, and not in a tab behind others", async () => {
  const server = fakeServer();
  server.say(DEV, "One");
  server.say(DEV, "Two");
  const seen = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  open();
  await screen.findByText("Two");
  const marked = () => server.asked.filter((line) => line.startsWith("PUT"));
  expect(marked()).toEqual([]);
  seen.mockReturnValue("visible");
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.waitFor(() => expect(marked()).toEqual(["PUT /api/message/markasread/m2"]));
});

test("where nobody can write, it says so without blaming anybody", async () => {
  const server = fakeServer();
  server.say(DEV, "Hello");
  server.head = { ...server.head, can_write: false, cannot_write_reason: "blocked" };
  open();
  expect(await screen.findByText("You can't write to Dev.")).toBeVisible();
  expect(screen.queryByRole("link", { name: "People you have blocked" })).not.toBeInTheDocument();
  expect(screen.queryByRole("textbox", { name: /Message to/ })).toBeNull();
});

test("whoever has blocked somebody is shown the way back, and nobody else", async () => {
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

test("messages that cannot be had say so, and can be asked for again", async () => {
  fakeServer();
  const answer = fetch;
  vi.stubGlobal("fetch", async (request: Request) =>
    request.url.includes(`/api/message/${ME}/`) ? failure(403, "auth.forbidden") : answer(request),
  );
  open();
  expect(await screen.findByText("Failed to fetch messages")).toBeVisible();
  vi.stubGlobal("fetch", answer);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await box()).toBeVisible();
});

test("a picture is attached, can be taken off, and is sent with its words", async () => {
  URL.createObjectURL = () => "blob:x";
  URL.revokeObjectURL = () => undefined;
  const server = fakeServer();
  server.say(DEV, "Hello");
  open();
  await screen.findByText("Hello");
  const file = screen.getByLabelText("Picture");
  await userEvent.upload(file, new File(["x"], "notes.txt", { type: "text/plain" }), {
    applyAccept: false,
  });
  expect(await box()).toHaveAccessibleDescription("Only pictures can be sent.");
  const picture = new File(["x"], "tap.png", { type: "image/png" });
  await userEvent.upload(file, picture);
  await userEvent.click(await screen.findByRole("button", { name: "Remove the picture" }));
  expect(screen.queryByText("tap.png")).toBeNull();
  await userEvent.upload(file, picture);
  await write("This one");
  await vi.waitFor(() => expect(server.messages.at(-1)?.picture).toBeDefined());
  expect(await screen.findByRole("button", { name: "Your picture, show it large" })).toBeVisible();
  expect(screen.queryByText("tap.png")).toBeNull();
});
