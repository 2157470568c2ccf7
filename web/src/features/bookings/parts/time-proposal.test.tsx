import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { sampleBooking } from "@/test/booking";
import { fakeToken } from "@/test/jwt";
import { ClientActions } from "./client-actions";
import { ProviderActions } from "./provider-actions";

afterEach(() => vi.unstubAllGlobals());

const OTHER = "2099-03-09T10:00:00.000Z";
const proposal: Schemas["TimeProposal"] = {
  by: "ana",
  booking_date: OTHER,
  words: "My train is late.",
  at: "2099-03-03T10:00:00Z",
  until: "2099-03-08T17:00:00Z",
};

function show(booking: Schemas["Booking"], me: "ana" | "dev", answers = {}) {
  const accessToken = fakeToken({ id: me, expiresIn: 900 });
  storeTokens({ accessToken, refreshToken: "r" });
  const server = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["bookings"] }),
    ...answers,
  });
  const Component = () =>
    me === "ana" ? <ClientActions booking={booking} /> : <ProviderActions booking={booking} />;
  renderRoutes([{ path: "/", Component }], "/");
  return server;
}

test("the other's time stands above the buttons and is accepted in one press", async () => {
  const moved = sampleBooking({ status: "accepted", booking_date: OTHER });
  const actions: Schemas["Booking"]["actions"] = [
    "cancel",
    "accept_time",
    "decline_time",
    "propose",
  ];
  const sent = show(sampleBooking({ status: "accepted", proposal, actions }), "dev", {
    "PUT /api/bookings/accept-time/7": () => success(moved),
  });
  const region = await screen.findByRole("region", { name: "Another time" });
  expect(region).toHaveTextContent("Ana would like Mon 9 Mar 2099, 10:00");
  expect(region).toHaveTextContent("“My train is late.”");
  expect(region).toHaveTextContent("You have until Sun 8 Mar 2099, 17:00 to answer.");
  expect(screen.getByRole("button", { name: "Keep the old time" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Propose another" })).toBeVisible();
  await userEvent.click(within(region).getByRole("button", { name: "Accept this time" }));
  const path = "PUT /api/bookings/accept-time/7";
  await waitFor(() => expect(sent).toContainEqual({ path, body: { booking_date: OTHER } }));
});

test("whoever proposed it can take it back and answers nothing", async () => {
  const actions: Schemas["Booking"]["actions"] = ["cancel", "withdraw_time", "propose"];
  show(sampleBooking({ status: "accepted", proposal, actions }), "ana");
  const region = await screen.findByRole("region", { name: "Another time" });
  expect(region).toHaveTextContent("You proposed Mon 9 Mar 2099, 10:00");
  expect(region).toHaveTextContent("Dev has until");
  expect(screen.getByRole("button", { name: "Take it back" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Accept this time" })).toBeNull();
});

test("a request is accepted at the old time or at the new one, and the buttons say which", async () => {
  const actions: Schemas["Booking"]["actions"] = [
    "accept",
    "reject",
    "accept_time",
    "decline_time",
    "propose",
  ];
  show(sampleBooking({ proposal, actions }), "dev");
  expect(await screen.findByRole("button", { name: "Accept this time" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Accept the old time" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Keep the old time" })).toBeNull();
  expect(screen.getByText(/Saying yes accepts the booking at the new time/)).toBeVisible();
});

test("without a proposal there is only the way to make one, while it can be made", async () => {
  show(sampleBooking({ actions: ["accept", "reject", "propose"] }), "dev");
  expect(await screen.findByRole("button", { name: "Propose another time" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Another time" })).toBeNull();
});

test("a yes takes one press, and words go with it for whoever has any", async () => {
  const path = "PUT /api/bookings/accept/7";
  const sent = show(sampleBooking(), "dev", { [path]: () => success(sampleBooking()) });
  await userEvent.click(await screen.findByRole("button", { name: "Accept" }));
  await waitFor(() => expect(sent).toContainEqual({ path, body: undefined }));
  await userEvent.click(screen.getByRole("button", { name: "Add a few words" }));
  await userEvent.type(screen.getByLabelText("A few words to Ana"), "Ring twice.");
  await userEvent.click(screen.getByRole("button", { name: "Accept" }));
  await waitFor(() => expect(sent).toContainEqual({ path, body: { words: "Ring twice." } }));
});
