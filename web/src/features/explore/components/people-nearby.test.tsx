import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { mockServer, renderRoutes, success } from "@/test/app";
import { PeopleNearby } from "./people-nearby";

// The map needs a browser with layout; the scrolling tested here does not.
vi.mock("../map/people-map", () => ({ PeopleMap: () => <p>The map</p> }));

const profile = { location: "Leeds", lat: 53.8, lon: -1.55 } as Schemas["Profile"];
const scrolled = vi.fn();

beforeEach(() => {
  HTMLElement.prototype.scrollIntoView = scrolled;
  scrolled.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

function open(at: string) {
  mockServer({
    "GET /api/site": () =>
      success({ name: "Sparkyard", modules: ["explore"], default_city: "Leeds" }),
    "GET /api/places/cities": () => success([]),
    "GET /api/places/map": () => success({ attribution: "" }),
    "GET /api/users/people/nearby/53.8/-1.55/200": () => success([]),
  });
  renderRoutes([{ path: "/explore", Component: () => <PeopleNearby profile={profile} /> }], at);
}

test("a requested map scrolls into view", async () => {
  open("/explore");
  await userEvent.click(await screen.findByRole("button", { name: "Map" }));
  expect(await screen.findByText("The map")).toBeVisible();
  expect(scrolled).toHaveBeenCalledOnce();
});

test("a map present on arrival does not scroll", async () => {
  open("/explore?view=map");
  expect(await screen.findByText("The map")).toBeVisible();
  expect(scrolled).not.toHaveBeenCalled();
});
