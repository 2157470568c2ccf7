import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as DidItHappen } from "./did-it-happen";

const party = (id: string, firstname: string) => ({ id, firstname, lastname: "", location: "" });
const booking = {
  id: 7,
  booking_date: "2026-03-08T17:00:00Z",
  booking_location: "",
  status: "accepted",
  payment_method: "none",
  price: 0,
  escrow: "none",
  skills_id: "skill",
  skill_type: "Plumbing",
  booked_user_id: "dev",
  client: party("u1", "Ana"),
  provider: party("dev", "Dev"),
  actions: [],
  later: [],
};
const PUT = "PUT /api/bookings/happened/7";

afterEach(() => vi.unstubAllGlobals());

function open(address: string, status = "accepted", put = () => success(booking)) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/bookings/7": () => success({ ...booking, status }),
    [PUT]: put,
  });
  renderRoutes(
    [
      { path: "/did-it-happen/:id", Component: DidItHappen },
      { path: "*", element: <h1>Elsewhere</h1> },
    ],
    address,
  );
  return { log, user: userEvent.setup() };
}

test("the answer from the email is preselected, and sent here", async () => {
  const { log, user } = open("/did-it-happen/7?answer=no_show");
  expect(await screen.findByRole("radio", { name: /did not come/ })).toBeChecked();
  expect(log.some(({ path }) => path === PUT)).toBe(false);
  await user.click(screen.getByRole("radio", { name: /cancelled/ }));
  await user.click(screen.getByRole("button", { name: "Send my answer" }));
  await screen.findByText("Elsewhere");
  expect(log.find(({ path }) => path === PUT)?.body).toEqual({ happened: "called_off" });
});

test("an answer must be chosen first, and a refusal shows", async () => {
  const { user } = open("/did-it-happen/7", "in_progress", () =>
    failure(409, "bookings.too_early"),
  );
  expect(await screen.findByRole("button", { name: "Send my answer" })).toBeDisabled();
  expect(screen.queryByRole("radio", { name: /cancelled/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole("radio", { name: /took place/ }));
  await user.click(screen.getByRole("button", { name: "Send my answer" }));
  expect(await screen.findByText(/./, { selector: "[role=alert] p" })).toBeVisible();
});

test("a finished booking needs no answer", async () => {
  open("/did-it-happen/7", "completed");
  expect(await screen.findByText("This question has already been answered.")).toBeVisible();
  expect(screen.queryByRole("radio")).not.toBeInTheDocument();
});
