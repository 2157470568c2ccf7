import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutesWithToasts, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Posts } from "./posts";

const held: Schemas["HeldPost"] = {
  id: "skill-s1",
  kind: "skill",
  subject_id: "s1",
  author: { id: "u2", name: "Rex Hill" },
  created_at: "2026-03-03T10:00:00Z",
  post: {
    title: "Plumbing",
    text: "<b>Cheap</b>",
    pictures: [],
    moderation: "held",
    revision: 4,
  },
};
const PATH = "/api/admin/held-posts";
const LIST = `GET ${PATH}`;
const DECIDE = `PUT ${PATH}/skill-s1/decide`;

afterEach(() => vi.unstubAllGlobals());

function open(given: Partial<Schemas["HeldPost"]>, answers = {}) {
  storeTokens({
    accessToken: fakeToken({ id: "u1", expiresIn: 900, role: "moderator" }),
    refreshToken: "r",
  });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["moderation"] }),
    [LIST]: () => success([{ ...held, ...given }]),
    "GET /api/admin/claims/posts": () => success([]),
    ...answers,
  });
  renderRoutesWithToasts([{ path: "/admin/posts", Component: Posts }], "/admin/posts");
  return { log, user: userEvent.setup() };
}

test("a post is shown to all as it was read", async () => {
  const { log, user } = open({}, { [DECIDE]: () => success(held) });
  expect(await screen.findByText("<b>Cheap</b>")).toBeVisible();
  expect(screen.getByText("Held")).toBeVisible();
  await user.click(screen.getByRole("button", { name: /Show it to all/ }));
  expect(await screen.findByText("Others can see it now")).toBeVisible();
  const body = { decision: "release", revision: 4 };
  expect(log.find(({ path }) => path === DECIDE)?.body).toEqual(body);
});

test("a post is removed with a reason from the replies", async () => {
  const reply = { id: "r1", queue: "posts", title: "For posts", text: "No adverts." };
  const { log, user } = open(
    {},
    { [DECIDE]: () => success(held), "GET /api/admin/replies": () => success([reply]) },
  );
  await user.click(await screen.findByRole("button", { name: /^Remove/ }));
  await user.click(screen.getByRole("button", { name: "Remove it" }));
  expect((await screen.findAllByText("A reason is required")).length).toBeGreaterThan(0);
  await user.click(screen.getByRole("button", { name: /^Use a reply/ }));
  await user.click(await screen.findByRole("button", { name: /For posts/ }));
  await user.click(screen.getByRole("button", { name: "Remove it" }));
  expect(await screen.findByText("Rex Hill has been told")).toBeVisible();
  const body = { decision: "remove", reason: "No adverts.", revision: 4 };
  expect(log.find(({ path }) => path === DECIDE)?.body).toEqual(body);
});

test("a post that was changed since says so and is loaded again", async () => {
  const changed = () => failure(409, "moderation.post_changed", "Please read it again.");
  const { log, user } = open({}, { [DECIDE]: changed });
  await user.click(await screen.findByRole("button", { name: /Show it to all/ }));
  expect(await screen.findByText("Please read it again.")).toBeVisible();
  await waitFor(() => expect(log.filter(({ path }) => path === LIST)).toHaveLength(2));
});

test("a review names whom it is about, and a decision who took it", async () => {
  const by = { id: "u3", name: "Iris Moss" };
  open({
    kind: "review",
    reviewee: { id: "u4", name: "Bo Reed" },
    post: { title: "Taps", text: "", rating: 2, pictures: [], moderation: "removed", revision: 0 },
    decision: { released: false, reason: "Rude.", by, at: "2026-03-04T10:00:00Z" },
  });
  expect(await screen.findByText("2 of 5 stars")).toBeVisible();
  expect(screen.getByText(/about Bo Reed/)).toBeVisible();
  expect(screen.getByText("Rude.")).toBeVisible();
  expect(screen.queryByRole("button", { name: /Show it to all/ })).not.toBeInTheDocument();
});
