import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { actFor, storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutesWithToasts, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Community } from "./community";
import { Component as NewNeed } from "./new-need";

afterEach(() => {
  actFor(null);
  vi.unstubAllGlobals();
});

const maya = { id: "maya", name: "Maya Roe", location: "Leeds", distance: 3.2 };

const news: Schemas["CommunityNews"] = {
  announcements: [
    {
      id: "a1",
      title: "Repair morning",
      blocks: [
        {
          kind: "paragraph",
          text: [
            { text: "Bring ", strong: false, em: false },
            { text: "lamps", strong: true, em: false },
            { text: ", see ", strong: false, em: false },
            { text: "Help", strong: false, em: false, link: "/help" },
          ],
        },
      ],
      created_at: "2099-03-02T10:00:00Z",
    },
  ],
  newcomers: [{ person: maya, joined_at: "2026-03-02T10:00:00Z" }],
  skills: [
    {
      id: "s1",
      skill_type: "Baking",
      category: "baking",
      hourly_rate: 20,
      spark_token: 10,
      person: maya,
      published_at: "2026-03-02T10:00:00Z",
    },
  ],
  tokens_circulating: 212.5,
};

function open(
  path: string,
  answers: Parameters<typeof mockServer>[0] = {},
  site: object = { modules: ["community", "wallet", "skills"], mode: "tokens" },
) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success(site),
    "GET /api/community": () => success(news),
    "GET /api/community/events": () => success([]),
    "GET /api/needs": () => success([]),
    "GET /api/skills/get/categories": () =>
      success([{ id: "baking", title: "Baking", name: "Baking", thumbnail: "/b.svg" }]),
    ...answers,
  });
  const routes = [
    { path: "/community", Component: Community },
    { path: "/needs/new", Component: NewNeed },
    { path: "/needs/:id", element: <p>The need</p> },
  ];
  const router = renderRoutesWithToasts(routes, path);
  return { log, router, user: userEvent.setup() };
}

test("the page shows announcements, who and what is new, and the sparks", async () => {
  open("/community");
  expect(await screen.findByRole("heading", { name: "Repair morning" })).toBeVisible();
  expect(screen.getByText("lamps").tagName).toBe("STRONG");
  expect(screen.getByRole("link", { name: "Help" })).toHaveAttribute("href", "/help");
  expect(screen.getByRole("link", { name: "Maya Roe" })).toHaveAttribute(
    "href",
    "/user-profile/maya",
  );
  expect(screen.getByRole("link", { name: "Baking" })).toHaveAttribute("href", "/service/s1");
  expect(screen.getByText(/^212\.5/)).toBeVisible();
  expect(await screen.findByText("Nobody needs anything right now")).toBeVisible();
});

test("the board comes right after the announcements", async () => {
  open("/community");
  await screen.findByRole("heading", { name: "Repair morning" });
  const titles = screen.getAllByRole("heading", { level: 2 }).map((title) => title.textContent);
  expect(titles.slice(0, 3)).toEqual(["Announcements", "Who needs a hand?", "New neighbours"]);
});

test("a helper cannot ask for help or save a search", async () => {
  open("/community");
  expect(await screen.findByRole("button", { name: "Save this search" })).toBeVisible();
  await waitFor(() =>
    expect(screen.getAllByRole("link", { name: "Ask for help" })).toHaveLength(2),
  );
  act(() => actFor({ id: "mabel", name: "Mabel Moss" }));
  expect(screen.queryByRole("button", { name: "Save this search" })).toBeNull();
  expect(screen.queryByRole("link", { name: "Ask for help" })).toBeNull();
});

test("a quiet community says so, and shows no sparks where there are none", async () => {
  const quiet = { announcements: [], newcomers: [], skills: [] };
  open(
    "/community",
    { "GET /api/community": () => success(quiet) },
    {
      modules: ["community"],
      mode: "gift",
    },
  );
  expect(await screen.findByText("Nobody has joined nearby in the last 30 days.")).toBeVisible();
  expect(screen.getByText("No new skills nearby in the last 30 days.")).toBeVisible();
  expect(screen.queryByText("Sparks in circulation")).toBeNull();
  expect(screen.queryByRole("combobox", { name: "Category" })).toBeNull();
});

test("filters of the board are kept in the URL", async () => {
  const { router, user } = open("/community");
  await user.selectOptions(await screen.findByLabelText("Category"), "Baking");
  await user.type(screen.getByLabelText("Search the board"), "cake");
  expect(await screen.findByText("Nothing matches")).toBeVisible();
  expect(router.state.location.search).toBe("?category=baking&q=cake");
});

test("a search of the board is saved", async () => {
  const post = "POST /api/saved-searches";
  const { log, user } = open("/community?q=cake&category=baking", {
    [post]: () => success({ id: "s1", name: "“cake” in Baking" }),
  });
  await user.click(await screen.findByRole("button", { name: "Save this search" }));
  expect(await screen.findByText("Saved. We tell you of new matches.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Your saved searches" })).toHaveAttribute(
    "href",
    "/settings/searches",
  );
  expect(log.find(({ path }) => path === post)?.body).toEqual({
    kind: "needs",
    words: "cake",
    category: "baking",
  });
});

test("a need is posted once, with sparks where there are any", async () => {
  const post = "POST /api/needs";
  const { log, user } = open("/needs/new", { [post]: () => success({ id: "n1" }) });
  const sparks = await screen.findByLabelText("Sparks you offer");
  await user.click(screen.getByRole("button", { name: "Post it" }));
  expect(await screen.findByText("Say in a few words what you need")).toBeVisible();
  await user.type(screen.getByLabelText("What do you need?"), "A ladder");
  await user.clear(sparks);
  await user.type(sparks, "2,5");
  await user.selectOptions(screen.getByLabelText("How long shall it be on the board?"), "A week");
  await user.click(screen.getByRole("button", { name: "Post it" }));
  expect(await screen.findByText("The need")).toBeVisible();
  expect(log.filter(({ path }) => path === post).map(({ body }) => body)).toEqual([
    { title: "A ladder", text: "", days: 7, tokens: 2.5 },
  ]);
});

test("a community of gifts asks for no sparks", async () => {
  const post = "POST /api/needs";
  const { log, user } = open(
    "/needs/new",
    { [post]: () => success({ id: "n1" }) },
    {
      modules: ["community", "wallet"],
      mode: "gift",
    },
  );
  await user.type(await screen.findByLabelText("What do you need?"), "A ladder");
  expect(screen.queryByLabelText("Sparks you offer")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Post it" }));
  expect(await screen.findByText("The need")).toBeVisible();
  expect(log.find(({ path }) => path === post)?.body).toEqual({
    title: "A ladder",
    text: "",
    days: 14,
  });
});

test("an event is joined from its card", async () => {
  const post = "POST /api/community/events/e1/join";
  const event = {
    id: "e1",
    title: "Seed swap",
    text: "",
    place: "The library",
    starts_at: "2099-11-21T10:00:00Z",
    ends_at: "2099-11-21T12:00:00Z",
    state: "coming",
    places: 2,
    places_left: 1,
    joined: 1,
    waiting: 0,
    hosts: [],
    is_run_by_you: false,
    can_thank: false,
  };
  const { log, user } = open("/community", {
    "GET /api/community/events": () => success([event]),
    [post]: () => success({ ...event, own: "joined" }),
  });
  expect(await screen.findByRole("heading", { name: "Coming up" })).toBeVisible();
  expect(screen.getByText("1 place left")).toBeVisible();
  expect(screen.getByRole("link", { name: "Seed swap" })).toHaveAttribute(
    "href",
    "/community/events/e1",
  );
  await user.click(screen.getByRole("button", { name: "Join: Seed swap" }));
  await waitFor(() => expect(log.map(({ path }) => path)).toContain(post));
  expect(await screen.findByText("You have a place.")).toBeVisible();
});

test("events that cannot be loaded are told", async () => {
  open("/community", { "GET /api/community/events": () => failure(403, "auth.forbidden") });
  expect(await screen.findByText("The events could not be loaded.")).toBeVisible();
});
