import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutesWithToasts, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { resultsPath } from "../components/search-card";
import { Component as SavedSearches } from "./saved-searches";

afterEach(() => vi.unstubAllGlobals());

const tap: Schemas["SavedSearch"] = {
  id: "s1",
  name: "“tap”",
  kind: "skills",
  words: "tap",
  distance: 500,
  paused: false,
  matches: 0,
  created_at: "2026-03-02T10:00:00Z",
};
const ladder: Schemas["SavedSearch"] = {
  ...tap,
  id: "s2",
  name: "“<script>” in Tool sharing",
  kind: "needs",
  words: "<script>",
  category: "tool-sharing",
  category_title: "Tool sharing",
  paused: true,
  matches: 2,
  matched_at: "2026-03-02T10:00:00Z",
};

function open(found: Schemas["SavedSearch"][], answers: Parameters<typeof mockServer>[0] = {}) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ modules: ["community"], units: "miles" }),
    "GET /api/saved-searches": () => success(found),
    ...answers,
  });
  const routes = [{ path: "/settings/searches", Component: SavedSearches }];
  renderRoutesWithToasts(routes, "/settings/searches");
  return { log, user: userEvent.setup() };
}

test("saved searches say what they look for and found", async () => {
  open([tap, ladder]);
  expect(await screen.findByRole("heading", { name: "“tap”" })).toBeVisible();
  expect(screen.getByText("Skills offered")).toBeVisible();
  expect((await screen.findAllByText("Within 10 miles")).length).toBe(2);
  expect(screen.getByText("No match yet")).toBeVisible();
  expect(screen.getByText(/^2 matches, the latest/)).toBeVisible();
  expect(screen.getByRole("heading", { name: "“<script>” in Tool sharing" })).toBeVisible();
  expect(screen.getByText("Paused")).toBeVisible();
  expect(screen.getByRole("link", { name: "Show matches of “tap”" })).toHaveAttribute(
    "href",
    "/search?q=tap&distance=500",
  );
});

test("a search is paused, resumed and removed", async () => {
  const { log, user } = open([tap, ladder], {
    "PUT /api/saved-searches/s1": () => success({ ...tap, paused: true }),
    "PUT /api/saved-searches/s2": () => success({ ...ladder, paused: false }),
    "DELETE /api/saved-searches/s1": () => success({ id: "s1" }),
  });
  await user.click(await screen.findByRole("button", { name: "Pause “tap”" }));
  expect(await screen.findByText("Paused.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: /^Resume/ }));
  expect(await screen.findByText("We tell you of new matches again.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Remove “tap”" }));
  const dialog = await screen.findByRole("dialog", { name: "Remove this search?" });
  await user.click(within(dialog).getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("Removed.")).toBeVisible();
  const changes = log.filter(({ path }) => !path.startsWith("GET"));
  expect(changes.map(({ path, body }) => [path, body])).toEqual([
    ["PUT /api/saved-searches/s1", { paused: true }],
    ["PUT /api/saved-searches/s2", { paused: false }],
    ["DELETE /api/saved-searches/s1", undefined],
  ]);
});

test("without a saved search, the screen says how to save one", async () => {
  open([]);
  expect(await screen.findByText("You have saved no search yet")).toBeVisible();
  expect(screen.getByRole("link", { name: "Search" })).toHaveAttribute("href", "/search");
});

test("matches are shown by the search that finds them", () => {
  const { distance: _, ...anywhere } = ladder;
  expect(resultsPath({ ...ladder, kind: "skills", words: "" })).toBe(
    "/explore-list?category=Tool+sharing&distance=500",
  );
  expect(resultsPath(anywhere)).toBe("/community?q=%3Cscript%3E&category=tool-sharing");
  expect(resultsPath({ ...tap, kind: "needs", words: "" })).toBe("/community");
});
