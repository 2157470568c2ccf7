import { act, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { actFor, storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component } from "./user-profile";

afterEach(() => {
  actFor(null);
  vi.unstubAllGlobals();
});

const bio = "I mend bikes, and taps, and most things with a screw in them. ".repeat(16).trim();
const person = {
  id: "olu",
  firstname: "Olu",
  lastname: "Adeyemi",
  location: "Leeds",
  bio,
  website: "",
  verified: false,
  checks: [],
  bookable: true,
  is_self: false,
  is_following: false,
  total_followers: 0,
  total_following: 0,
  review_count: 0,
  skills: [{ id: "taps", skill_type: "Plumbing", hourly_rate: 12, spark_token: 6 }],
  member_since: "2026-03-02T10:00:00Z",
};

test("a long bio comes after the ways to contact", async () => {
  storeTokens({ accessToken: fakeToken({ id: "ana", expiresIn: 900 }), refreshToken: "r" });
  mockServer({
    "GET /api/site": () =>
      success({ name: "Sparkyard", modules: ["bookings", "chat"], mode: "cash+tokens" }),
    "GET /api/users/basic/profile/olu": () => success(person),
    "GET /api/bookings/availability/olu": () => success({ anytime: true, days: [] }),
    "GET /api/reviews/user/olu": () => success([]),
  });
  renderRoutes([{ path: "/user-profile/:id", Component }], "/user-profile/olu");
  const about = await screen.findByText(bio);
  for (const name of ["Message Olu", "Book Olu"]) {
    const link = await screen.findByRole("link", { name });
    expect(link.compareDocumentPosition(about)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  }
});

test("a helper is offered only what the server accepts from helpers", async () => {
  storeTokens({ accessToken: fakeToken({ id: "ana", expiresIn: 900 }), refreshToken: "r" });
  const modules = ["bookings", "chat", "wallet", "timebank", "moderation"];
  mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules, mode: "tokens" }),
    "GET /api/users/basic/profile/olu": () => success(person),
    "GET /api/bookings/availability/olu": () => success({ anytime: true, days: [] }),
    "GET /api/reviews/user/olu": () => success([]),
  });
  renderRoutes([{ path: "/user-profile/:id", Component }], "/user-profile/olu");
  for (const name of [/^Follow/, "Report Olu", "Block Olu"]) {
    expect(await screen.findByRole("button", { name })).toBeVisible();
  }
  expect(screen.getByRole("link", { name: "Give sparks to Olu" })).toBeVisible();

  act(() => actFor({ id: "mabel", name: "Mabel Moss" }));
  for (const name of [/^Follow/, "Report Olu", "Block Olu"]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
  expect(screen.queryByRole("link", { name: "Give sparks to Olu" })).toBeNull();
  expect(screen.getByRole("link", { name: "Write down an exchange" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Message Olu" })).toBeVisible();
});
