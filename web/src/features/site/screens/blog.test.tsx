import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { Component as Blog } from "./blog";
import { Component as NewestPost } from "./newest-post";
import { Component as Post } from "./post";

const about: Schemas["PostSummary"] = {
  slug: "hello",
  title: "Hello & <b>welcome</b>",
  date: "2026-03-02",
  summary: "A first post.",
  picture: "/art/baking.svg",
};
const run = (text: string, rest = {}) => ({ text, strong: false, em: false, ...rest });
const post: Schemas["Post"] = {
  about,
  blocks: [
    { kind: "heading", level: 2, text: [run("Part")] },
    {
      kind: "paragraph",
      text: [run("<script>"), run("bold", { strong: true }), run("help", { link: "/help" })],
    },
    { kind: "quote", text: [run("Said", { em: true })] },
    { kind: "list", ordered: true, items: [[run("one")], [run("two")]] },
  ],
};

afterEach(() => vi.unstubAllGlobals());

function open(at: string, answers: Parameters<typeof mockServer>[0]) {
  mockServer({
    "GET /api/site": () => success({ name: "Hebden Swap", modules: ["site"] }),
    ...answers,
  });
  return renderRoutes(
    [
      { path: "/blog", Component: Blog },
      { path: "/blog/:slug", Component: Post },
      { path: "/blog-details", Component: NewestPost },
    ],
    at,
  );
}

test("posts are shown with day and summary", async () => {
  open("/blog", { "GET /api/posts": () => success([about]) });
  const link = await screen.findByRole("link", { name: "Hello & <b>welcome</b>" });
  expect(link).toHaveAttribute("href", "/blog/hello");
  expect(screen.getByText("2 March 2026")).toBeVisible();
  expect(screen.getByText("A first post.")).toBeVisible();
});

test("an empty blog says so", async () => {
  open("/blog", { "GET /api/posts": () => success([]) });
  expect(await screen.findByText("No posts yet")).toBeVisible();
});

test("a post is rendered as our own elements, whatever it says", async () => {
  open("/blog/hello", { "GET /api/posts/hello": () => success(post) });
  expect(await screen.findByRole("heading", { level: 2, name: "Part" })).toBeVisible();
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Hello & <b>welcome</b>");
  expect(screen.getByText(/^<script>/)).toBeVisible();
  expect(screen.getByText("bold").tagName).toBe("STRONG");
  expect(screen.getByText("Said").closest("blockquote")).not.toBeNull();
  expect(screen.getByText("two").closest("ol")).not.toBeNull();
  expect(screen.getByRole("link", { name: "help" })).toHaveAttribute("href", "/help");
  expect(document.querySelector("article script, article b")).toBeNull();
});

test("an unknown post is not found", async () => {
  open("/blog/gone", { "GET /api/posts/gone": () => failure(404, "site.no_post") });
  expect(await screen.findByText("We can't find that post")).toBeVisible();
  expect(screen.getByRole("heading", { level: 1, name: "Post not found" })).toBeVisible();
});

test("the old address leads to the newest post", async () => {
  const router = open("/blog-details", {
    "GET /api/posts": () => success([about]),
    "GET /api/posts/hello": () => success(post),
  });
  await screen.findByRole("heading", { level: 2, name: "Part" });
  expect(router.state.location.pathname).toBe("/blog/hello");
});

test("without a post, the old address leads to the blog", async () => {
  const router = open("/blog-details", { "GET /api/posts": () => success([]) });
  expect(await screen.findByText("No posts yet")).toBeVisible();
  expect(router.state.location.pathname).toBe("/blog");
});
