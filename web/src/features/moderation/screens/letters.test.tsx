import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { adminSite } from "@/test/site";
import { Component as Letters } from "./letters";

const letter: Schemas["Letter"] = {
  id: "l1",
  subject: "The barn opens",
  text: "Come on Friday.\n\nBring cake.",
  sent_by: "u9",
  sent_by_name: "Iris Moss",
  sent_at: "2026-03-02T10:00:00Z",
  members: 212,
  sent: 212,
  segment: {},
  done: true,
  stopped: false,
};
const SEND = "POST /api/admin/letters";
const TRIAL = "POST /api/admin/letters/trial";

function open(answers: Parameters<typeof mockServer>[0] = {}) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900, role: "admin" }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/admin/letters": () => success([letter]),
    "GET /api/admin/letters/audience": () => success({ members: 212 }),
    "GET /api/skills/get/categories": () => success([{ id: "baking", title: "Baking" }]),
    "GET /api/site": () => success({ ...adminSite, modules: ["skills"] }),
    ...answers,
  });
  renderRoutes([{ path: "/admin/letters", Component: Letters }], "/admin/letters");
  const user = userEvent.setup();
  const sent = (path: string) => log.filter((call) => call.path === path).map(({ body }) => body);
  return { sent, user };
}

async function write(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText("Subject"), "News");
  await user.type(screen.getByLabelText("Letter"), "Hello all.");
}

afterEach(() => {
  vi.useRealTimers();
});

const words = { subject: "News", text: "Hello all." };

test("a letter is sent after confirmation, and the form cleared", async () => {
  const { sent, user } = open({
    [SEND]: () => success({ ...letter, ...words, id: "l2", sent: 0, done: false }),
  });
  await write(user);
  await user.click(await screen.findByRole("button", { name: "Send to 212 members" }));
  const sure = await screen.findByRole("dialog", { name: "Send it to 212 members?" });
  expect(sure).toHaveTextContent(
    "“News” is sent by email, beginning at once, and can't be taken back.",
  );
  expect(sent(SEND)).toEqual([]);
  await user.click(within(sure).getByRole("button", { name: "Send to 212 members" }));
  await waitFor(() => expect(screen.getByLabelText("Subject")).toHaveValue(""));
  expect(sent(SEND)).toEqual([words]);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByLabelText("Letter")).toHaveValue("");
});

test("a trial letter goes to its author, and stays in the form", async () => {
  const { sent, user } = open({ [TRIAL]: () => success({ to: "iris@example.org" }) });
  await write(user);
  await user.click(await screen.findByRole("button", { name: "Send to yourself first" }));
  await waitFor(() => expect(sent(TRIAL)).toEqual([words]));
  expect(screen.getByLabelText("Subject")).toHaveValue("News");
});

test("a draft is restored", async () => {
  const { user } = open();
  await write(user);
  open();
  for (const field of screen.getAllByLabelText("Letter")) expect(field).toHaveValue("Hello all.");
});

test("an empty letter is neither sent nor confirmed", async () => {
  const { sent, user } = open();
  await user.click(await screen.findByRole("button", { name: "Send to 212 members" }));
  // Beside the field, and shortly after beside the button as well.
  expect((await screen.findAllByText("Say in a line what it is about"))[0]).toBeVisible();
  expect(screen.getAllByText("Write your letter first")[0]).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText("Subject")).toHaveFocus());
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent(SEND)).toEqual([]);
});

test("within a day of a letter the next time shows", async () => {
  vi.setSystemTime("2026-03-02T12:00:00Z");
  const next_at = "2026-03-03T10:00:00Z";
  open({ "GET /api/admin/letters/audience": () => success({ members: 212, next_at }) });
  expect(await screen.findByText(/You can send the next one tomorrow, 10:00\./)).toBeVisible();
  expect(screen.getByRole("button", { name: "Send to 212 members" })).toBeDisabled();
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Send to yourself first" })).toBeEnabled(),
  );
});

test("without recipients no letter can be sent", async () => {
  open({ "GET /api/admin/letters/audience": () => success({ members: 0 }) });
  expect(await screen.findByText(/Nobody would get it/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Send to 0 members" })).toBeDisabled();
});

test("a late letter is refused, and its text kept", async () => {
  const message = "Members get one letter in 24 hours at most.";
  const { user } = open({ [SEND]: () => failure(409, "notifications.letter_too_soon", message) });
  await write(user);
  await user.click(await screen.findByRole("button", { name: "Send to 212 members" }));
  const sure = await screen.findByRole("dialog");
  await user.click(within(sure).getByRole("button", { name: "Send to 212 members" }));
  expect(await within(sure).findByText(message)).toBeVisible();
  await user.click(within(sure).getByRole("button", { name: "Not yet" }));
  expect(screen.getByLabelText("Letter")).toHaveValue("Hello all.");
});

test("past letters show their progress", async () => {
  const going = { ...letter, id: "l2", subject: "Going", sent: 50, done: false };
  const one = { ...letter, id: "l3", subject: "To one", sent: 1, members: 1 };
  open({ "GET /api/admin/letters": () => success([going, letter, one]) });
  const row = (subject: string) =>
    screen.getAllByRole("listitem").find((item) => item.textContent?.includes(subject));
  expect(await screen.findByText("Being sent")).toBeVisible();
  expect(row("Going")).toHaveTextContent("Sent to 50 of 212 so far");
  expect(row("The barn opens")).toHaveTextContent("Sent to 212 members");
  expect(row("The barn opens")).toHaveTextContent("Mon 2 Mar, 10:00 · Iris Moss");
  expect(row("To one")).toHaveTextContent("Sent to 1 member");
});

test("a failed list offers a retry, an empty one says so", async () => {
  const answers = [() => failure(500, "core.internal"), () => success([])];
  const { user } = open({
    "GET /api/admin/letters": () =>
      (answers.length > 1 ? answers.shift() : answers[0])?.() as Response,
  });
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  expect(await screen.findByText("No letters yet")).toBeVisible();
});

test("a letter goes to the chosen members, who are counted first", async () => {
  let members = 212;
  const { sent, user } = open({
    "GET /api/admin/letters/audience": () => success({ members, per_hour: 100 }),
    [SEND]: () => success({ ...letter, ...words, id: "l2", sent: 0, done: false }),
  });
  await write(user);
  expect(await screen.findByText(/^It goes out to 100 members an hour/)).toBeVisible();
  members = 3;
  await user.type(screen.getByLabelText(/^Town/), " Leeds ");
  await user.selectOptions(screen.getByLabelText("Joined"), "In the last 90 days");
  await user.selectOptions(await screen.findByLabelText("Skills"), "Baking");
  // The button is another one after each count.
  const send = () => screen.getByRole("button", { name: "Send to 3 members" });
  await waitFor(() => expect(send()).toBeEnabled());
  await user.click(send());
  const sure = await screen.findByRole("dialog", { name: "Send it to 3 members?" });
  await user.click(within(sure).getByRole("button", { name: "Send to 3 members" }));
  const segment = { town: "Leeds", joined_days: 90, category: "baking" };
  await waitFor(() => expect(sent(SEND)).toEqual([{ ...words, segment }]));
});

test("a letter on its way is stopped after confirmation", async () => {
  const STOP = "PUT /api/admin/letters/l1/stop";
  const way = { ...letter, sent: 50, done: false, segment: { town: "Leeds", offers: "none" } };
  const { sent, user } = open({
    "GET /api/admin/letters": () => success([way]),
    [STOP]: () => success({ ...way, done: true, stopped: true }),
  });
  expect(await screen.findByText(/in Leeds, who offer no skill/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Stop: The barn opens" }));
  const sure = await screen.findByRole("dialog", { name: "Stop this letter?" });
  expect(sure).toHaveTextContent("It has gone to 50 of 212.");
  await user.click(within(sure).getByRole("button", { name: "Stop it" }));
  await waitFor(() => expect(sent(STOP)).toHaveLength(1));
});
