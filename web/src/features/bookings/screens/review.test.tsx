import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import type { Booking } from "../format";
import { disputeDraft, Component as OpenDispute } from "./open-dispute";
import { Component as Review, reviewDraft } from "./review";

afterEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const booking = {
  id: 7,
  booking_date: "2026-03-08T17:00:00Z",
  skill_type: "Plumbing",
  payment_method: "none",
  price: 0,
  escrow: "none",
  client: { id: "ana", firstname: "Ana", lastname: "Lund", location: "" },
  provider: { id: "dev", firstname: "Dev", lastname: "Kaur", location: "" },
  actions: ["review", "dispute"],
} as unknown as Booking;

function open(path: string) {
  storeTokens({ accessToken: fakeToken({ id: "ana", expiresIn: 900 }), refreshToken: "r" });
  mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["bookings"] }),
    "GET /api/bookings/7": () => success(booking),
    "POST /api/reviews": () => success({}),
  });
  renderRoutes(
    [
      { path: "/review", Component: Review },
      { path: "/open-dispute", Component: OpenDispute },
      { path: "*", element: <h1>Elsewhere</h1> },
    ],
    path,
  );
  return userEvent.setup();
}

test("a review is there again after a reload, and gone once it is sent", async () => {
  reviewDraft("ana", 7).save({ rating: 4, comment: "Quick and kind" });
  const user = open("/review?booking=7");
  expect(await screen.findByDisplayValue("Quick and kind")).toBeVisible();
  expect(screen.getByRole("radio", { checked: true })).toHaveAccessibleName(/4/);
  await user.type(screen.getByLabelText(/^Comments/), "!");
  expect(reviewDraft("ana", 7).load().comment).toBe("Quick and kind!");
  await user.click(screen.getByRole("button", { name: "Submit review" }));
  expect(await screen.findByText("Elsewhere")).toBeVisible();
  expect(reviewDraft("ana", 7).load()).toEqual({ rating: 0, comment: "" });
});

test("what was written for a dispute is there again after a reload", async () => {
  disputeDraft("ana", 7).save({ message: "Nobody came" });
  const user = open("/open-dispute?booking=7");
  expect(await screen.findByDisplayValue("Nobody came")).toBeVisible();
  await user.type(screen.getByLabelText("What went wrong?"), " at all");
  expect(disputeDraft("ana", 7).load()).toEqual({ message: "Nobody came at all" });
});
