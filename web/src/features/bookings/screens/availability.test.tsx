import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as AvailabilityScreen } from "./availability";

const PATH = "/settings/availability";

afterEach(() => vi.unstubAllGlobals());

function renderScreen(search = "") {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["bookings"] }),
    "GET /api/bookings/availability/own": () =>
      success({ weekly: [], blocked: [], who_may_ask: "everyone" }),
  });
  renderRoutes([{ path: PATH, Component: AvailabilityScreen }], PATH + search);
}

test("after adding a skill the form starts with hours, and can be skipped", async () => {
  renderScreen("?after=skill");
  expect(await screen.findByRole("switch", { name: "Only at these hours" })).toBeChecked();
  expect(screen.getByRole("link", { name: "Not now" })).toHaveAttribute("href", "/settings/skills");
  // A new skill may be held for a moderator: the page must not say that others see it.
  expect(document.body).not.toHaveTextContent(/can see your skill/);
});

test("without hours the form starts with none", async () => {
  renderScreen();
  expect(await screen.findByRole("switch", { name: "Only at these hours" })).not.toBeChecked();
  expect(screen.getByRole("heading", { name: "Who can request a booking" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Not now" })).toBeNull();
});
