import { cleanup, screen, waitFor, within } from "@testing-library/react";
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
    .flatMap((item) => item.querySelector("p")?.textContent ?? []);

async function write(text: string) {
  await userEvent.type(await box(), `${text}{Enter}`);
}

test("messages stand day by day, in order", async () => {
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
  // The author is also announced to those who do not see the sides.
  expect(screen.getByText("Yes").closest("li")).toHaveTextContent("You: ");
  expect(screen.getByText("On my way").closest("li")).toHaveTextContent("Dev: ");
});

test("delivery states of own messages are given in words", async () => {
  const server = fakeServer();
  for (const text of ["one", "two", "three"]) server.say(ME, text);
  server.head = { ...server.head, last_read_seq: 1, last_delivered_seq: 2 };
  open();
  await waitFor(() => expect(screen.getByText("one").closest("li")).toHaveTextContent("Read"));
  expect(screen.getByText("two").closest("li")).toHaveTextContent("Delivered");
  expect(screen.getByText("three").closest("li")).toHaveTextContent("Sent");
});

test("a message shows at once, and once only after confirmation", async () => {
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
  await waitFor(() =>
    expect(screen.getByText("On Saturday?").closest("li")).toHaveTextContent("Sent"),
  );
  expect(localStorage.getItem(`chat.unsent:${ME}`)).toBeNull();
});

test("offline, a message waits and is sent with its id", async () => {
  const server = fakeServer();
  server.say(DEV, "Hello");
  server.refusal = () => null;
  open();
  await screen.findByText("Hello");
  await write("First");
  await waitFor(() =>
    expect(screen.getByText("First").closest("li")).toHaveTextContent("Waiting to be sent"),
  );
  // The message and its place in the queue survive a reload.
  cleanup();
  open();
  expect(await screen.findByText("First")).toBeVisible();
  await write("Second");
  server.refusal = undefined;
  await waitFor(() => expect(screen.getByText("Second").closest("li")).toHaveTextContent("Sent"), {
    timeout: 8_000,
  });
  expect(texts()).toEqual(["Hello", "First", "Second"]);
  expect(server.messages.map(({ content }) => content)).toEqual(["Hello", "First", "Second"]);
  expect(server.attempts.length).toBeGreaterThan(2);
  expect(new Set(server.attempts).size).toBe(2);
}, 15_000);

test("an earlier message of the other person appears too", async () => {
  const server = fakeServer();
  server.say(DEV, "Hello");
  open();
  await screen.findByText("Hello");
  server.say(DEV, "Or on Sunday");
  await write("Saturday is fine");
  expect(await screen.findByText("Or on Sunday")).toBeVisible();
  expect(texts()).toEqual(["Hello", "Or on Sunday", "Saturday is fine"]);
});

test("a message with a lost confirmation appears once, and is not resent", async () => {
  const server = fakeServer();
  server.say(DEV, "Hello");
  server.losesAnswers = true;
  open();
  await screen.findByText("Hello");
  await write("First");
  await waitFor(() => expect(screen.getByText("First").closest("li")).toHaveTextContent("Sent"), {
    timeout: 8_000,
  });
  expect(texts()).toEqual(["Hello", "First"]);
  expect(localStorage.getItem(`chat.unsent:${ME}`)).toBeNull();
  expect(server.messages).toHaveLength(2);
}, 15_000);

test("a refused message gives the reason and can be resent", async () => {
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
  await waitFor(() => expect(screen.queryByText(/Not sent/)).toBeNull());
  expect(server.attempts).toHaveLength(2);
  expect(new Set(server.attempts).size).toBe(1);
  expect(server.messages.at(-1)?.content).toBe("Hi there");
  expect(await box()).toHaveValue("The next");
});

test("a refused message can be discarded", async () => {
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

test("a short first message is refused with an error at the field", async () => {
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
  await waitFor(async () =>
    expect(await box()).toHaveAccessibleDescription("Please say a little more."),
  );
  expect(await box()).toHaveValue("Hi, I am Ana from number 4");
  expect(within(messages()).queryByText(/I am Ana from number 4/)).toBeNull();
});

test("two words to a stranger need a confirmation", async () => {
  const server = fakeServer();
  server.head = { ...server.head, first: true };
  open();
  await write("Good afternoon");
  expect(await box()).toHaveAccessibleDescription(/Add a few words/);
  expect(server.attempts).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(server.messages.at(-1)?.content).toBe("Good afternoon"));
});

test("a short message after a first one that still waits is not the first", async () => {
  const server = fakeServer();
  server.head = { ...server.head, first: true };
  server.refusal = () => null;
  open();
  await write("Good afternoon, I live at number 4");
  await write("Bye!");
  expect(await box()).toHaveValue("");
  expect(texts()).toEqual(["Good afternoon, I live at number 4", "Bye!"]);
});

test("an empty first message offers beginnings", async () => {
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
  await waitFor(async () => expect(await box()).toHaveFocus());
  await userEvent.click(screen.getByRole("button", { name: "Ask for help" }));
  await userEvent.type(await box(), "my tap?");
  expect(await box()).toHaveValue("Hello Dev, could you help me with my tap?");
  // A text that the person typed is not replaced.
  expect(screen.queryByRole("button", { name: "Ask for help" })).toBeNull();
});

test("blank messages, and Enter for a new line, send nothing", async () => {
  const server = fakeServer();
  server.say(DEV, "Hello");
  open();
  await screen.findByText("Hello");
  await write("   ");
  await userEvent.type(await box(), "a{Shift>}{Enter}{/Shift}b");
  expect(server.attempts).toEqual([]);
  expect((await box()) as HTMLTextAreaElement).toHaveValue("   a\nb");
});

test("a draft survives a reload, per conversation", async () => {
  fakeServer();
  open();
  await userEvent.type(await box(), "Half a thou");
  cleanup();
  open();
  expect(await box()).toHaveValue("Half a thou");
  expect(Object.keys(sessionStorage)).toEqual([`chat.draft.${DEV}:${ME}`]);
});

test("older messages join above while new ones arrive", async () => {
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

test("only new messages are read out", async () => {
  const server = fakeServer();
  server.say(DEV, "Before");
  open();
  await screen.findByText("Before");
  const statuses = () => screen.getAllByRole("status").map(({ textContent }) => textContent);
  expect(statuses().join()).not.toContain("Before");
  server.say(DEV, "Now");
  await waitFor(() => expect(statuses()).toContain("Dev: Now"), { timeout: 5_000 });
}, 10_000);

test("a thread is marked as read only while in view", async () => {
  const server = fakeServer();
  server.say(DEV, "One");
  server.say(DEV, "Two");
  const seen = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  open();
  await screen.findByText("Two");
  const marked = () => server.requests.filter((line) => line.startsWith("PUT"));
  expect(marked()).toEqual([]);
  seen.mockReturnValue("visible");
  document.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() => expect(marked()).toEqual(["PUT /api/message/markasread/m2"]));
});

test("a failed load shows an error with a retry", async () => {
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

test("a picture can be attached, removed, and sent with a text", async () => {
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
  await waitFor(() => expect(server.messages.at(-1)?.picture).toBeDefined());
  expect(await screen.findByRole("button", { name: "Your picture, show it large" })).toBeVisible();
  expect(screen.queryByText("tap.png")).toBeNull();
});
