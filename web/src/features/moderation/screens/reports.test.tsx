import { screen, waitFor } from "@testing-library/react";
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

test("the queue shows subject and reason, with a link", async () => {
  const { user } = open("/admin/reports", { "GET /api/admin/reports": () => success([report]) });
  expect(await screen.findByText("Rude, threatening or hateful")).toBeVisible();
  expect(screen.getByText(/Reported by Bo Reed/)).toBeVisible();
  expect(screen.queryByText("You are a fool.")).toBeNull();
  await user.click(screen.getByRole("link", { name: "A message from Dev Kaur" }));
  expect(await screen.findByText("He does not stop.")).toBeVisible();
});

test("an empty queue says so, and decided reports are one press away", async () => {
  const decision = {
    acted: true,
    message_removed: true,
    skill_taken_down: false,
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

test("a message shows in context, its picture on request", async () => {
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

test("pictures near a reported message load on request, too", async () => {
  const path = `${CASE}/messages/m2/picture`;
  const before = [{ ...near("m2", "bo", ""), picture_url: path }];
  const { log, user } = open("/admin/reports/r1", {
    [`GET ${CASE}`]: () => success({ ...found, picture_url: undefined, before }),
    [`GET ${path}`]: () => new Response("x", { headers: { "Content-Type": "image/jpeg" } }),
  });
  URL.createObjectURL = vi.fn(() => "blob:near");
  URL.revokeObjectURL = vi.fn();
  const show = await screen.findByRole("button", { name: /^Show the picture ?from Bo Reed, / });
  expect(screen.queryByText("Removed by staff")).toBeNull();
  expect(log.map((asked) => asked.path)).not.toContain(`GET ${path}`);
  await user.click(show);
  expect(await screen.findByRole("img", { name: "Picture from Bo Reed" })).toHaveAttribute(
    "src",
    "blob:near",
  );
});

const skill: Schemas["ReportedSkill"] = {
  id: "s1",
  skill_type: "Plumbing",
  description: "Pay me first.",
  pictures: [],
  owner: { id: "dev", name: "Dev Kaur" },
};
const skillCase: Schemas["ReportCase"] = {
  report: { ...report, subject: "skill", subject_id: "s1", reason: "scam" },
  words: "",
  quote: "Plumbing\n\nPay me first.",
  before: [],
  after: [],
  moderation: "flagged",
  skill,
};
const takenDown: Schemas["ReportedSkill"] = {
  ...skill,
  taken_down: {
    reason: "It asks for money first.",
    by: { id: "iris", name: "Iris Moss" },
    at: "2026-03-02T12:00:00Z",
  },
};

test("a skill is taken down with a note to its owner", async () => {
  const { log, user } = open("/admin/reports/r1", {
    [`GET ${CASE}`]: () => success(skillCase),
    [`PUT ${CASE}`]: () => success(skillCase),
  });
  expect(await screen.findByRole("link", { name: "Look at the skill" })).toBeVisible();
  await user.click(screen.getByLabelText(/^Act on it/));
  expect(screen.queryByLabelText("Remove the message for both")).toBeNull();
  await user.click(screen.getByLabelText("Take the skill down"));
  await user.type(screen.getByLabelText("Reason"), "Two complaints.");
  await user.click(screen.getByRole("button", { name: "Act on it" }));
  expect(
    await screen.findByText("Say why: the neighbour who offers the skill reads it"),
  ).toBeVisible();
  await user.type(screen.getByLabelText("Reason, for Dev Kaur"), "It asks for money first.");
  await user.click(screen.getByRole("button", { name: "Act on it" }));
  const body = {
    decision: "act",
    reason: "Two complaints.",
    warning: "It asks for money first.",
    take_down_skill: true,
  };
  await waitFor(() => expect(log).toContainEqual({ path: `PUT ${CASE}`, body }));
});

test("dismissing a report drops a ticked takedown", async () => {
  const { log, user } = open("/admin/reports/r1", {
    [`GET ${CASE}`]: () => success(skillCase),
    [`PUT ${CASE}`]: () => success(skillCase),
  });
  await user.click(await screen.findByLabelText(/^Act on it/));
  await user.click(screen.getByLabelText("Take the skill down"));
  await user.click(screen.getByLabelText(/^Dismiss it/));
  await user.type(screen.getByLabelText("Reason"), "All is well.");
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  const body = { decision: "dismiss", reason: "All is well." };
  await waitFor(() => expect(log).toContainEqual({ path: `PUT ${CASE}`, body }));
});

test("a skill deleted meanwhile is only warned about", async () => {
  const answers = [skillCase, { ...skillCase, moderation: undefined, skill: undefined }];
  const { log, user } = open("/admin/reports/r1", {
    [`GET ${CASE}`]: () => success(answers.length > 1 ? answers.shift() : answers[0]),
    [`PUT ${CASE}`]: () => failure(409, "moderation.skill_gone", "The skill is gone."),
  });
  await user.click(await screen.findByLabelText(/^Act on it/));
  await user.click(screen.getByLabelText("Take the skill down"));
  await user.type(screen.getByLabelText("Reason, for Dev Kaur"), "It asks for money first.");
  await user.type(screen.getByLabelText("Reason"), "Two complaints.");
  await user.click(screen.getByRole("button", { name: "Act on it" }));
  await screen.findByLabelText("Message to Dev Kaur (optional)");
  await user.click(screen.getByRole("button", { name: "Act on it" }));
  const body = {
    decision: "act",
    reason: "Two complaints.",
    warning: "It asks for money first.",
  };
  await waitFor(() => expect(log).toContainEqual({ path: `PUT ${CASE}`, body }));
});

test("a skill taken down shows reason and current text, and is restored", async () => {
  const now = { ...takenDown, description: "Pay when it is done." };
  const answers = [
    { ...skillCase, moderation: "removed", skill: now },
    { ...skillCase, moderation: "visible", skill: { ...now, taken_down: undefined } },
  ];
  const decision = {
    acted: true,
    message_removed: false,
    skill_taken_down: true,
    warning: "It asks for money first.",
    reason: "Two complaints.",
    decided_by: { id: "iris", name: "Iris Moss" },
    decided_at: "2026-03-02T12:00:00Z",
  };
  const { log, user } = open("/admin/reports/r1", {
    [`GET ${CASE}`]: () => {
      const answer = answers.shift();
      return success({ ...answer, report: { ...skillCase.report, decision } });
    },
    "PUT /api/admin/takedowns/s1/let-back": () => success({ ...now, taken_down: undefined }),
  });
  expect(await screen.findByText("Acted on: skill taken down")).toBeVisible();
  expect(screen.getByText("Taken down")).toBeVisible();
  expect(screen.getByRole("heading", { name: "What it says now" })).toBeVisible();
  expect(screen.getByText(/Pay when it is done\./)).toBeVisible();
  expect(screen.queryByRole("link", { name: "Look at the skill" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Restore: Plumbing" }));
  expect(await screen.findByRole("link", { name: "Look at the skill" })).toBeVisible();
  expect(screen.queryByText("Taken down")).toBeNull();
  expect(log.map(({ path }) => path)).toContain("PUT /api/admin/takedowns/s1/let-back");
});

test.each<[string, Partial<Schemas["ReportCase"]>]>([
  ["is down already", { moderation: "removed", skill: takenDown }],
  ["was deleted", { moderation: undefined, skill: undefined }],
])("a skill that %s is not offered to be taken down", async (_, now) => {
  const { user } = open("/admin/reports/r1", {
    [`GET ${CASE}`]: () => success({ ...skillCase, ...now }),
  });
  await user.click(await screen.findByLabelText(/^Act on it/));
  expect(screen.getByLabelText("Message to Dev Kaur (optional)")).toBeVisible();
  expect(screen.queryByLabelText("Take the skill down")).toBeNull();
});

test("acting removes and warns, with a reason", async () => {
  const { log, user } = open("/admin/reports/r1", { [`PUT ${CASE}`]: () => success(found) });
  await user.click(await screen.findByLabelText(/^Act on it/));
  await user.click(screen.getByLabelText("Remove the message for both"));
  await user.click(screen.getByRole("button", { name: "Act on it" }));
  expect(await screen.findByText("A reason is required")).toBeVisible();
  const why = screen.getAllByText("Say why: the neighbour who wrote the message reads it");
  expect(why[0]).toBeVisible();
  await user.type(screen.getByLabelText("Reason, for Dev Kaur"), "Please stay polite.");
  await user.type(screen.getByLabelText("Reason"), "An insult.");
  await user.click(screen.getByRole("button", { name: "Act on it" }));
  const body = {
    decision: "act",
    reason: "An insult.",
    remove_message: true,
    warning: "Please stay polite.",
  };
  await waitFor(() => expect(log).toContainEqual({ path: `PUT ${CASE}`, body }));
});

test("dismissing ignores everything filled in before", async () => {
  const { log, user } = open("/admin/reports/r1", { [`PUT ${CASE}`]: () => success(found) });
  await user.click(await screen.findByLabelText(/^Act on it/));
  await user.click(screen.getByLabelText("Remove the message for both"));
  await user.click(screen.getByLabelText(/^Dismiss it/));
  await user.type(screen.getByLabelText("Reason"), "All is well.");
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  const body = { decision: "dismiss", reason: "All is well." };
  await waitFor(() => expect(log).toContainEqual({ path: `PUT ${CASE}`, body }));
});

test("staff cannot decide about their own report", async () => {
  open("/admin/reports/r1", {
    [`GET ${CASE}`]: () => failure(403, "moderation.own_report", "Somebody else has to look."),
  });
  expect(await screen.findByText("Somebody else has to look.")).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});

test("a review is removed with a note to its author", async () => {
  const reviewCase: Schemas["ReportCase"] = {
    ...found,
    report: { ...report, subject: "review", subject_id: "7", reason: "fake" },
    quote: "1 of 5 stars\n\nWet floor.",
    before: [],
    after: [],
    moderation: "flagged",
  };
  const { log, user } = open("/admin/reports/r1", {
    [`GET ${CASE}`]: () => success(reviewCase),
    [`PUT ${CASE}`]: () => success(reviewCase),
  });
  expect(await screen.findByRole("heading", { name: "A review by Dev Kaur" })).toBeVisible();
  await user.click(screen.getByLabelText(/^Act on it/));
  await user.click(screen.getByLabelText("Remove the review"));
  await user.type(screen.getByLabelText("Reason, for Dev Kaur"), "It is about somebody else.");
  await user.type(screen.getByLabelText("Reason"), "Checked the booking.");
  await user.click(screen.getByRole("button", { name: "Act on it" }));
  await waitFor(() =>
    expect(log).toContainEqual({
      path: `PUT ${CASE}`,
      body: {
        decision: "act",
        take_down_review: true,
        warning: "It is about somebody else.",
        reason: "Checked the booking.",
      },
    }),
  );
});

test("a case about safety offers no message to the other person", async () => {
  const safety: Schemas["ReportCase"] = {
    ...found,
    report: { ...report, subject: "safety", subject_id: "7", reason: "unsafe" },
    quote: "3 of 5 stars\n\nWorks.",
    before: [],
    after: [],
  };
  const { user } = open("/admin/reports/r1", { [`GET ${CASE}`]: () => success(safety) });
  expect(await screen.findByText(/Dev Kaur must not learn of it/)).toBeVisible();
  expect(screen.getByText("Did not feel safe")).toBeVisible();
  await user.click(screen.getByLabelText(/^Act on it/));
  expect(screen.queryByLabelText(/^Message to/)).toBeNull();
  expect(screen.queryByLabelText(/down|Remove/)).toBeNull();
});
