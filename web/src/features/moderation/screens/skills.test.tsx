import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Skills } from "./skills";

const plumbing: Schemas["ReportedSkill"] = {
  id: "s1",
  skill_type: "Plumbing",
  description: "Pay when it is done.",
  pictures: ["/files/tap.jpg"],
  owner: { id: "dev", name: "Dev Kaur" },
  taken_down: {
    reason: "It asks for money first.",
    by: { id: "iris" },
    at: "2026-03-02T12:00:00Z",
  },
};

afterEach(() => vi.unstubAllGlobals());

function open(answers: Parameters<typeof mockServer>[0], modules = ["skills", "moderation"]) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900, role: "moderator" }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules }),
    "GET /api/admin/skills": () => success([]),
    ...answers,
  });
  renderRoutes([{ path: "/admin/skills", Component: Skills }], "/admin/skills");
  return { log, user: userEvent.setup() };
}

test("skills taken down stand below new ones, and are restored", async () => {
  const answers = [[plumbing], []];
  const { user } = open({
    "GET /api/admin/takedowns": () => success(answers.shift()),
    "PUT /api/admin/takedowns/s1/let-back": () => success({ ...plumbing, taken_down: undefined }),
  });
  const down = within(await screen.findByRole("region", { name: "Taken down" }));
  expect(await down.findByRole("heading", { name: "Plumbing" })).toBeVisible();
  expect(down.getByText("Pay when it is done.")).toBeVisible();
  expect(down.getByText("It asks for money first.")).toBeVisible();
  expect(down.getByText(/^A former member, /)).toBeVisible();
  expect(down.getByRole("link", { name: "Dev Kaur" })).toHaveAttribute("href", "/user-profile/dev");
  expect(down.getByRole("img", { name: "Picture of Plumbing" })).toBeVisible();
  await user.click(down.getByRole("button", { name: "Restore: Plumbing" }));
  expect(await down.findByText("No skill is taken down at present.")).toBeVisible();
});

test("a failed restore shows the reason beside the button", async () => {
  const { user } = open({
    "GET /api/admin/takedowns": () => success([plumbing]),
    "PUT /api/admin/takedowns/s1/let-back": () =>
      failure(403, "moderation.own_booking", "Somebody else has to decide."),
  });
  await user.click(await screen.findByRole("button", { name: "Restore: Plumbing" }));
  expect(await screen.findByText("Somebody else has to decide.")).toBeVisible();
});

test("without moderation only new names are shown", async () => {
  const suggested = {
    id: "plumbing",
    name: "Plumbing",
    user_id: "dev",
    creator_name: "Dev Kaur",
    skills: [],
    created_at: "2026-03-02T12:00:00Z",
  };
  const { log } = open({ "GET /api/admin/skills": () => success([suggested]) }, ["skills"]);
  expect(await screen.findByRole("heading", { name: "Plumbing" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Taken down" })).toBeNull();
  const paths = log.map(({ path }) => path);
  expect(paths).not.toContain("GET /api/admin/takedowns");
  expect(paths).not.toContain("GET /api/admin/claims/skills");
});
