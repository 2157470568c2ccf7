import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Review } from "./review";

const party = (id: string, firstname: string) => ({ id, firstname, lastname: "", location: "" });
const booking = {
  id: 7,
  booking_date: "2026-03-08T17:00:00Z",
  booking_location: "",
  status: "completed",
  payment_method: "none",
  price: 0,
  escrow: "none",
  skills_id: "skill",
  skill_type: "Plumbing",
  booked_user_id: "dev",
  client: party("u1", "Ana"),
  provider: party("dev", "Dev"),
  actions: ["review"],
  later: [],
};

afterEach(() => vi.unstubAllGlobals());

function open() {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/bookings/7": () => success(booking),
    "POST /api/reviews": () => success({}),
  });
  renderRoutes(
    [
      { path: "/review", Component: Review },
      { path: "*", element: <h1>Elsewhere</h1> },
    ],
    "/review?booking=7",
  );
  return { log, user: userEvent.setup() };
}

test("stars and words are there after a reload, until they are sent", async () => {
  const first = open();
  await first.user.click(await screen.findByRole("radio", { name: /4/ }));
  await first.user.type(screen.getByRole("textbox", { name: /Comments/ }), "Quick and kind.");
  cleanup();
  const { log, user } = open();
  expect(await screen.findByRole("radio", { name: /4/ })).toBeChecked();
  await user.click(screen.getByRole("button", { name: "Submit review" }));
  await screen.findByText("Elsewhere");
  expect(log.find(({ path }) => path === "POST /api/reviews")?.body).toMatchObject({
    rating: 4,
    comment: "Quick and kind.",
    bookingId: 7,
  });
  expect(sessionStorage).toHaveLength(0);
});
