import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { Component as Faqs } from "./faqs";
import { Component as Terms } from "./terms";

const run = (text: string) => [{ text, strong: false, em: false }];
const page: Schemas["TextPage"] = {
  title: "House rules",
  blocks: [
    { kind: "heading", level: 2, text: run("Why?") },
    { kind: "paragraph", text: run("<b>Because</b>") },
    { kind: "table", header: [run("what")], rows: [[run("a cup")], [run("a plate")]] },
    { kind: "heading", level: 2, text: run("How?") },
  ],
};

afterEach(() => vi.unstubAllGlobals());

function open(at: string, answer = () => success(page)) {
  mockServer({
    "GET /api/site": () => success({ name: "Hebden Swap", modules: ["site"] }),
    [`GET /api/pages${at.replace(/#.*/, "")}`]: answer,
  });
  return renderRoutes(
    [
      { path: "/terms", Component: Terms },
      { path: "/faqs", Component: Faqs },
    ],
    at,
  );
}

test("a page shows the server's title, text and tables, and goes to the part asked for", async () => {
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = scrolled;
  open("/terms#how-");
  expect(screen.getByRole("heading", { level: 1, name: "Terms of use" })).toBeVisible();
  expect(await screen.findByRole("heading", { level: 1, name: "House rules" })).toBeVisible();
  expect(screen.getByText("<b>Because</b>")).toBeVisible();
  expect(within(screen.getByRole("table")).getAllByRole("row")).toHaveLength(3);
  expect(scrolled).not.toHaveBeenCalled();
  open("/terms#how");
  await waitFor(() => expect(scrolled.mock.contexts).toEqual([document.getElementById("how")]));
});

test("the questions are the second-level headings", async () => {
  open("/faqs");
  expect(await screen.findByRole("button", { name: "Why?" })).toBeVisible();
  expect(screen.getByRole("button", { name: "How?" })).toBeVisible();
});

test("a page that cannot be loaded says so", async () => {
  open("/terms", () => failure(503, "server.busy", "Please try again."));
  expect(await screen.findByRole("button", { name: /try again/i })).toBeVisible();
});
