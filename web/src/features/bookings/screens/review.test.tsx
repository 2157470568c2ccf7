import { cleanup, screen, waitFor } from "@testing-library/react";
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

function open(modules: string[] = []) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules }),
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

test("a review draft survives a reload until it is sent", async () => {
  const first = open();
  await first.user.click(await screen.findByRole("radio", { name: /4/ }));
  await first.user.type(screen.getByRole("textbox", { name: /Comments/ }), "Quick and kind.");
  cleanup();
  const { log, user } = open();
  expect(await screen.findByRole("radio", { name: /4/ })).toBeChecked();
  await user.click(screen.getByRole("button", { name: "Submit review" }));
  const done = await screen.findByRole("dialog", { name: "Review submitted successfully" });
  expect(done).toHaveTextContent("Dev has been told, and neighbours can read it on Dev's profile.");
  expect(screen.getByRole("link", { name: "Book Dev again" })).toHaveAttribute(
    "href",
    "/book-service?user=dev&skill=skill",
  );
  await user.click(screen.getByRole("button", { name: "Go to Bookings" }));
  await screen.findByText("Elsewhere");
  expect(log.find(({ path }) => path === "POST /api/reviews")?.body).toMatchObject({
    rating: 4,
    comment: "Quick and kind.",
    bookingId: 7,
  });
  expect(sessionStorage).toHaveLength(0);
});

test("missing stars are reported at the field and the button", async () => {
  const { log, user } = open();
  await user.click(await screen.findByRole("button", { name: "Submit review" }));
  const stars = screen.getByRole("group", { name: "How was it with Dev?" });
  expect(stars).toHaveAccessibleDescription("Choose from one to five stars");
  expect(screen.getAllByText("Choose from one to five stars")).toHaveLength(2);
  await waitFor(() => expect(screen.getByRole("radio", { name: /^1 star:/ })).toHaveFocus());
  expect(log.map(({ path }) => path)).not.toContain("POST /api/reviews");
  await user.click(screen.getByRole("radio", { name: /5/ }));
  expect(screen.queryByText("Choose from one to five stars")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Submit review" }));
  expect(await screen.findByRole("dialog")).toBeVisible();
});

test("the private question is optional, and its answer is not kept on the device", async () => {
  const { log, user } = open(["moderation"]);
  const question = await screen.findByRole("group", { name: /Did you feel safe/ });
  expect(question).toHaveTextContent("Only moderators see your answer. Dev and other neighbours");
  await user.click(screen.getByRole("radio", { name: /4/ }));
  expect(screen.queryByRole("textbox", { name: /What happened/ })).toBeNull();
  await user.click(screen.getByRole("radio", { name: "No" }));
  await user.type(screen.getByRole("textbox", { name: /What happened/ }), "He would not leave.");
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("leave");
  await user.click(screen.getByRole("button", { name: "Submit review" }));
  await screen.findByRole("dialog", { name: "Review submitted successfully" });
  expect(log.find(({ path }) => path === "POST /api/reviews")?.body).toMatchObject({
    rating: 4,
    feltSafe: false,
    safetyWords: "He would not leave.",
  });
});

test("the private question is not asked without moderators", async () => {
  const { log, user } = open();
  await user.click(await screen.findByRole("radio", { name: /4/ }));
  expect(screen.queryByText(/Did you feel safe/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Submit review" }));
  await screen.findByRole("dialog", { name: "Review submitted successfully" });
  const sent = log.find(({ path }) => path === "POST /api/reviews")?.body;
  expect(Object.keys(sent as object)).not.toContain("feltSafe");
});
