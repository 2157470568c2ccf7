import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Report } from "./report";
import { Component as Reports } from "./reports";

const report: Schemas["Report"] = {
  id: "r1",
  subject: "message",
  subject_id: "m3",
  reason: "harassment",
  reporter: { id: "bo", name: "Bo Reed" },
  reported: { id: "dev", name: "Dev Kaur" },
  created_at: "2026-03-02T10:00:00Z",
};
const near = (id: string, sender_id: string, content: string) => ({
  id,
  sender_id,
  content,
  picture: false,
  created_at: "2026-03-02T09:00:00Z",
});
const found: Schemas["ReportCase"] = {
  report,
  words: "He does not stop.",
  quote: "You are a fool.",
  picture_url: "/api/admin/reports/r1/picture",
  before: [near("m2", "bo", "It is gone, sorry.")],
  after: [near("m4", "bo", "Leave me alone.")],
};
const CASE = "/api/admin/reports/r1";

afterEach(() => vi.unstubAllGlobals());

function open(at: string, answers: Parameters<typeof mockServer>[0]) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900, role: "moderator" }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["moderation"] }),
    [`GET ${CASE}`]: () => success(found),
    ...answers,
  });
  const routes = [
    { path: "/admin/reports", Component: Reports },
    { path: "/admin/reports/:id", Component: Report },
  ];
  renderRoutes(routes, at);
  return { log, user: userEvent.setup() };
}

test("the queue says what is reported and why, and leads to the report", async () => {
  const { user } = open("/admin/reports", { "GET /api/admin/reports": () => success([report]) });
  expect(await screen.findByText("Rude, threatening or hateful")).toBeVisible();
  expect(screen.getByText(/Reported by Bo Reed/)).toBeVisible();
  expect(screen.queryByText("You are a fool.")).toBeNull();
  await user.click(screen.getByRole("link", { name: "A message from Dev Kaur" }));
  expect(await screen.findByText("He does not stop.")).toBeVisible();
});

test("an empty queue says so, and what was decided is a press away", async () => {
  const decision = {
    acted: true,
    message_removed: true,
    reason: "An insult.",
    decided_by: { id: "iris", name: "Iris" },
    decided_at: "2026-03-02T12:00:00Z",
  };
  const answers = [[], [{ ...report, reported: { id: "dev" }, decision }]];
  const { user } = open("/admin/reports", {
    "GET /api/admin/reports": () => success(answers.shift()),
  });
  expect(await screen.findByText("Nothing is reported")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Decided" }));
  expect(await screen.findByText("Acted on: message removed")).toBeVisible();
  expect(screen.getByRole("link", { name: "A message from A former member" })).toBeVisible();
});

test("a message stands among those around it, its picture only for whoever asks", async () => {
  const { log, user } = open("/admin/reports/r1", {
    [`GET ${CASE}/picture`]: () => new Response("x", { headers: { "Content-Type": "image/jpeg" } }),
  });
  URL.createObjectURL = vi.fn(() => "blob:picture");
  URL.revokeObjectURL = vi.fn();
  const lines = await screen.findAllByRole("listitem");
  const texts = ["It is gone, sorry.", "You are a fool.", "Leave me alone."];
  expect(lines).toHaveLength(3);
  for (const [index, text] of texts.entries()) expect(lines[index]).toHaveTextContent(text);
  expect(log.map(({ path }) => path)).not.toContain(`GET ${CASE}/picture`);
  await user.click(screen.getByRole("button", { name: "Show the picture" }));
  expect(await screen.findByRole("img")).toHaveAttribute("src", "blob:picture");
});

test("acting removes and warns, with a reason", async () => {
  const { log, user } = open("/admin/reports/r1", { [`PUT ${CASE}`]: () => success(found) });
  await user.click(await screen.findByLabelText(/^Act on it/));
  await user.click(screen.getByLabelText("Remove the message for both"));
  await user.type(screen.getByLabelText(/A word to Dev Kaur/), "Please stay polite.");
  await user.click(screen.getByRole("button", { name: "Act on it" }));
  expect(await screen.findByText("A reason is required")).toBeVisible();
  await user.type(screen.getByLabelText("Reason"), "An insult.");
  await user.click(screen.getByRole("button", { name: "Act on it" }));
  const body = {
    decision: "act",
    reason: "An insult.",
    remove_message: true,
    warning: "Please stay polite.",
  };
  await vi.waitFor(() => expect(log).toContainEqual({ path: `PUT ${CASE}`, body }));
});

test("dismissing has no consequences, whatever was filled in before", async () => {
  const { log, user } = open("/admin/reports/r1", { [`PUT ${CASE}`]: () => success(found) });
  await user.click(await screen.findByLabelText(/^Act on it/));
  await user.click(screen.getByLabelText("Remove the message for both"));
  await user.click(screen.getByLabelText(/^Dismiss it/));
  await user.type(screen.getByLabelText("Reason"), "All is well.");
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  const body = { decision: "dismiss", reason: "All is well." };
  await vi.waitFor(() => expect(log).toContainEqual({ path: `PUT ${CASE}`, body }));
});

test("a report of one's own is for others", async () => {
  open("/admin/reports/r1", {
    [`GET ${CASE}`]: () => failure(403, "moderation.own_report", "Somebody else has to look."),
  });
  expect(await screen.findByText("Somebody else has to look.")).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});
