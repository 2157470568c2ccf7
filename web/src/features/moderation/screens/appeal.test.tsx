import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutesWithToasts, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Appeal } from "./appeal";
import { Component as Decisions } from "./decisions";

const decision: Schemas["Decision"] = {
  id: "d1",
  kind: "suspension",
  reason: "Sells what is <b>not</b> theirs.",
  decided_at: "2026-03-02T10:00:00Z",
  in_force: true,
  appeal_until: "2099-04-01T10:00:00Z",
};
const TOKEN = "d1.9.c2ln";
const GET = `GET /api/appeals/${TOKEN}`;
const POST = `POST /api/appeals/${TOKEN}`;

afterEach(() => vi.unstubAllGlobals());

function open(at: string, answers: Parameters<typeof mockServer>[0]) {
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["moderation"] }),
    ...answers,
  });
  const routes = [
    { path: "/appeal/:token", Component: Appeal },
    { path: "/settings/decisions", Component: Decisions },
  ];
  renderRoutesWithToasts(routes, at);
  return { log, user: userEvent.setup() };
}

test("a suspended member reads the reason and appeals once", async () => {
  const { state, ...sent } = {
    state: "open" as const,
    same_person: false,
    sent_at: "2026-03-03T10:00:00Z",
  };
  const after = { ...decision, appeal_until: undefined, appeal: { state, ...sent } };
  const { log, user } = open(`/appeal/${TOKEN}`, {
    [GET]: () => success(decision),
    [POST]: () => success(after),
  });
  expect(await screen.findByRole("heading", { name: "Your account was suspended" })).toBeVisible();
  expect(screen.getByText("Sells what is <b>not</b> theirs.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Send appeal" }));
  expect((await screen.findAllByText("Say why the decision is wrong")).length).toBeGreaterThan(0);
  await user.type(screen.getByLabelText("Why should we look at it again?"), "It was mine.");
  await user.click(screen.getByRole("button", { name: "Send appeal" }));
  expect(await screen.findByText(/We have your appeal, and look at/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Send appeal" })).not.toBeInTheDocument();
  expect(log.find(({ path }) => path === POST)?.body).toEqual({ text: "It was mine." });
});

test("a declined applicant whose appeal succeeded applies again", async () => {
  const appeal = {
    state: "overturned" as const,
    same_person: false,
    sent_at: "2026-03-03T10:00:00Z",
    decided_at: "2026-03-04T10:00:00Z",
    reason: "We mixed you up with somebody.",
  };
  const reversed = { ...decision, kind: "application", appeal_until: undefined, in_force: false };
  open(`/appeal/${TOKEN}`, { [GET]: () => success({ ...reversed, appeal }) });
  expect(
    await screen.findByRole("heading", { name: "Your application was declined" }),
  ).toBeVisible();
  expect(screen.getByText(/you are welcome to apply again/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Apply again" })).toHaveAttribute("href", "/signup");
});

test("a refusal of the appeal is shown at the form", async () => {
  const { user } = open(`/appeal/${TOKEN}`, {
    [GET]: () => success(decision),
    [POST]: () => failure(409, "moderation.appeal_late", "You could appeal until 1 April."),
  });
  await user.type(await screen.findByLabelText("Why should we look at it again?"), "It was mine.");
  await user.click(screen.getByRole("button", { name: "Send appeal" }));
  expect(await screen.findByText("You could appeal until 1 April.")).toBeVisible();
});

test("an expired link says so", async () => {
  open(`/appeal/${TOKEN}`, { [GET]: () => failure(404, "moderation.unknown_link") });
  expect(await screen.findByText(/sign in to get a new one/)).toBeVisible();
});

test("a member sees the answer to an appeal, and appeals against another decision", async () => {
  storeTokens({ accessToken: fakeToken({ id: "u1", expiresIn: 900 }), refreshToken: "r" });
  const answered: Schemas["Decision"] = {
    ...decision,
    id: "d2",
    kind: "skill",
    title: "Plumbing",
    appeal_until: undefined,
    appeal: {
      state: "upheld",
      text: "I do not.",
      sent_at: "2026-03-03T10:00:00Z",
      reason: "Two people say so.",
      same_person: true,
    },
  };
  const post = "POST /api/decisions/d1/appeal";
  const { log, user } = open("/settings/decisions", {
    "GET /api/decisions": () => success([decision, answered]),
    [post]: () => success(decision),
  });
  expect(await screen.findByText("Two people say so.")).toBeVisible();
  expect(screen.getByText(/reviewed by the same person/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Appeal" }));
  await user.type(screen.getByLabelText("Why should we look at it again?"), "It was mine.");
  await user.click(screen.getByRole("button", { name: "Send appeal" }));
  expect(await screen.findByText("We have your appeal")).toBeVisible();
  expect(log.find(({ path }) => path === post)?.body).toEqual({ text: "It was mine." });
});
