import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { SearchResults } from "./search-results";

afterEach(() => vi.unstubAllGlobals());

const plumbing = { id: "plumbing", title: "Plumbing", name: "Plumbing", thumbnail: "" };

interface Found {
  people?: unknown[];
  skills?: unknown[];
  categories?: unknown[];
}

function open(term: string, modules: string[], found: Found = {}) {
  storeTokens({ accessToken: fakeToken({ id: "u1", expiresIn: 900 }), refreshToken: "r" });
  mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules, units: "km" }),
    "GET /api/users/profile/u1": () => success({ id: "u1", location: "Leeds", lat: 53, lon: -1 }),
    [`GET /api/users/searchuser/${term}`]: () => success(found.people ?? []),
    "GET /api/skills/search": () => success(found.skills ?? []),
    "GET /api/places/cities": () => success([]),
    "GET /api/places/map": () => success({ default: { name: "Leeds", lat: 53, lon: -1 } }),
  });
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== "/api/skills/get/categories") return fetch(request);
    return success(searchParams.has("q") ? (found.categories ?? []) : [plumbing]);
  });
  renderRoutes([{ path: "/search", element: <SearchResults term={term} /> }], "/search");
}

test("a misspelt term without results leads to the nearest category", async () => {
  open("plumming", ["skills"]);
  expect(await screen.findByText("The nearest skill here is Plumbing.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Look at Plumbing" })).toHaveAttribute(
    "href",
    "/explore-list?category=Plumbing",
  );
});

test("an unlike term without results leads to all categories", async () => {
  open("zzzz", ["skills"]);
  expect(await screen.findByText(/choose a skill below to see who offers it/)).toBeVisible();
  expect(await screen.findByRole("link", { name: "Plumbing" })).toBeVisible();
});

test("without skills, no results lead to all neighbours", async () => {
  open("zzzz", []);
  expect(await screen.findByRole("link", { name: "Look at all neighbours" })).toBeVisible();
  expect(screen.queryByText(/skill/)).toBeNull();
});

const skill = {
  id: "s1",
  skill_type: "Plumbing",
  category: "plumbing",
  experience_level: "expert",
  description: "Boilers and taps.",
  hourly_rate: 12,
  spark_token: 6,
  approval_status: "approved",
  user_id: "dev",
  creator_name: "Dev Kaur",
};
const person = { id: "olu", firstname: "Olu", lastname: "Ade", location: "Leeds", skills: [] };
const namesake = { ...person, lastname: "Boiler" };

test.each([
  [
    "before people where a category is meant",
    person,
    [plumbing],
    ["Categories", "Skills", "People"],
  ],
  ["after people who are called so", namesake, [plumbing], ["Categories", "People", "Skills"]],
  ["after people where none is", person, [], ["People", "Skills"]],
])("skills come %s", async (_, found, categories, order) => {
  open("boiler", ["skills"], { people: [found], skills: [skill], categories });
  const first = await screen.findByRole("region", { name: "Skills" });
  expect(within(first).getByText("Boilers and taps.")).toBeVisible();
  const titles = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  expect(titles.filter((title) => order.includes(title ?? ""))).toEqual(order);
});

test("a search for skills is saved with the distance from one's own place", async () => {
  open("plumbing", ["skills", "community"], { skills: [skill] });
  const save = await screen.findByRole("button", { name: "Save this search" });
  const { fetch } = globalThis;
  let sent: unknown;
  vi.stubGlobal("fetch", async (request: Request) => {
    if (new URL(request.url).pathname !== "/api/saved-searches") return fetch(request);
    sent = await request.json();
    return success({ id: "s1" });
  });
  await userEvent.setup().click(save);
  expect(await screen.findByRole("link", { name: "Your saved searches" })).toBeVisible();
  expect(sent).toEqual({ kind: "skills", words: "plumbing" });
});
