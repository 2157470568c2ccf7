import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as MySkill } from "./my-skill";
import { Component as MySkills } from "./my-skills";

const skill: Schemas["Skill"] = {
  id: "s1",
  skill_type: "Plumbing",
  category: "plumbing",
  experience_level: "expert",
  description: "Taps and drains.",
  hourly_rate: 20,
  spark_token: 10,
  approval_status: "approved",
  moderation: "removed",
  taken_down: { reason: "It asks for money first.", at: "2026-03-02T12:00:00Z" },
  user_id: "dev",
  creator_name: "Dev Kaur",
  location: "Leeds",
  verified: false,
  bookable: false,
  review_count: 0,
  cancellation_policy: "flexible",
  created_at: "2026-03-01T12:00:00Z",
};

beforeEach(() =>
  storeTokens({ accessToken: fakeToken({ id: "dev", expiresIn: 900 }), refreshToken: "r" }),
);
afterEach(() => vi.unstubAllGlobals());

function open(at: string, own: Schemas["Skill"]) {
  mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["skills"] }),
    "GET /api/skills/user/all": () => success([own]),
    "GET /api/skills/s1": () => success(own),
    "GET /api/skills/get/categories": () => success([]),
  });
  const routes = [
    { path: "/settings/skills", Component: MySkills },
    { path: "/settings/skills/:id", Component: MySkill },
  ];
  renderRoutes(routes, at);
}

test("a skill taken down shows the reason in the list", async () => {
  open("/settings/skills", skill);
  expect(await screen.findByText("Taken down")).toBeVisible();
  expect(screen.getByText(/It asks for money first\./)).toBeVisible();
  expect(screen.queryByText("Listed")).toBeNull();
});

test("its page explains the effect, and it can still be changed", async () => {
  open("/settings/skills/s1", skill);
  expect(await screen.findByText("Taken down")).toBeVisible();
  expect(screen.getByText("It asks for money first.")).toBeVisible();
  expect(screen.getByText(/is shown again when a moderator restores it/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Edit skill" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "See it as neighbours do" })).toBeNull();
});

test("a restored skill looks as before", async () => {
  const { taken_down: _, ...back } = skill;
  open("/settings/skills/s1", { ...back, moderation: "visible" });
  expect(await screen.findByText("Listed")).toBeVisible();
  expect(screen.getByText("Neighbours can find and book it.")).toBeVisible();
  expect(screen.getByRole("link", { name: "See it as neighbours do" })).toBeVisible();
});

test("the owner of a held skill reads that a moderator looks at it", async () => {
  const { taken_down: _, ...waiting } = skill;
  open("/settings/skills/s1", { ...waiting, moderation: "held" });
  expect(await screen.findByText("In review")).toBeVisible();
  expect(screen.getByText(/Only you and the moderators see this/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Edit skill" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "See it as neighbours do" })).toBeNull();
});
