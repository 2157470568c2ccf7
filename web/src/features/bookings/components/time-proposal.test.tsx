import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { sampleBooking } from "@/test/booking";
import { fakeToken } from "@/test/jwt";
import { ClientMain, ClientRest } from "./client-actions";
import { ProviderMain, ProviderRest } from "./provider-actions";

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
  const [Main, Rest] = me === "ana" ? [ClientMain, ClientRest] : [ProviderMain, ProviderRest];
  const Component = () => (
    <>
      <Main booking={booking} />
      <Rest booking={booking} />
    </>
  );
  renderRoutes([{ path: "/", Component }], "/");
  return server;
}

test("a proposed time stands above the buttons, accepted by one press", async () => {
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

test("the proposer can withdraw a time, but not answer it", async () => {
  const actions: Schemas["Booking"]["actions"] = ["cancel", "withdraw_time", "propose"];
  show(sampleBooking({ status: "accepted", proposal, actions }), "ana");
  const region = await screen.findByRole("region", { name: "Another time" });
  expect(region).toHaveTextContent("You proposed Mon 9 Mar 2099, 10:00");
  expect(region).toHaveTextContent("Dev has until");
  expect(screen.getByRole("button", { name: "Take it back" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Accept this time" })).toBeNull();
});

test("the buttons tell the old time from the new", async () => {
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

test("without a proposal one can be made while possible", async () => {
  show(sampleBooking({ actions: ["accept", "reject", "propose"] }), "dev");
  expect(await screen.findByRole("button", { name: "Propose another time" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Another time" })).toBeNull();
});

test("accepting takes one press, and may carry a message", async () => {
  const path = "PUT /api/bookings/accept/7";
  const sent = show(sampleBooking(), "dev", { [path]: () => success(sampleBooking()) });
  await userEvent.click(await screen.findByRole("button", { name: "Accept" }));
  await waitFor(() => expect(sent).toContainEqual({ path, body: undefined }));
  await userEvent.click(screen.getByRole("button", { name: "Add a few words" }));
  await userEvent.type(screen.getByLabelText("A few words to Ana"), "Ring twice.");
  await userEvent.click(screen.getByRole("button", { name: "Accept" }));
  await waitFor(() => expect(sent).toContainEqual({ path, body: { words: "Ring twice." } }));
});

test.each<["ana" | "dev", "ana" | "dev", string]>([
  ["ana", "dev", "You have until"],
  ["dev", "dev", "Ana has until"],
  ["ana", "ana", "Dev has until"],
  ["dev", "ana", "You have until"],
])(
  "%s reads of one answer that is waited for, of the time that %s proposed",
  async (me, by, who) => {
    const until = "2099-03-08T17:00:00Z";
    show(sampleBooking({ due_at: until, proposal: { ...proposal, by } }), me);
    await screen.findByRole("region", { name: "Another time" });
    const deadlines = document.body.textContent?.match(/\w+ ha(s|ve) until/g);
    expect(deadlines).toEqual([who]);
    expect(
      screen.getByText(/^Without an agreement by .*17:00, the request lapses and/),
    ).toBeVisible();
  },
);
