import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutesWithToasts, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Event } from "./event";

afterEach(() => vi.unstubAllGlobals());

const host = { id: "nia", name: "Nia Roe", location: "Leeds" };

const event: Schemas["CommunityEvent"] = {
  id: "e1",
  title: "Seed swap",
  text: "Bring seeds.",
  place: "The library",
  starts_at: "2099-11-21T10:00:00Z",
  ends_at: "2099-11-21T12:00:00Z",
  state: "coming",
  places: 20,
  places_left: 3,
  joined: 17,
  waiting: 0,
  hosts: [{ person: host, role: "host" }],
  is_run_by_you: false,
  can_thank: false,
};

function open(shown: Schemas["CommunityEvent"] | Response, answers = {}) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ modules: ["community", "timebank"], mode: "tokens" }),
    "GET /api/community/events/e1": () =>
      shown instanceof Response ? shown.clone() : success(shown),
    "GET /api/community/events/e1/guests": () =>
      success([
        { person: { ...host, id: "ana", name: "Ana Lee" }, state: "joined", attended: false },
      ]),
    "GET /api/pot": () => success({ balance: 9 }),
    ...answers,
  });
  renderRoutesWithToasts(
    [
      { path: "/community/events/:id", Component: Event },
      { path: "/community", element: <p>The page</p> },
    ],
    "/community/events/e1",
  );
  return { log, user: userEvent.setup() };
}

test("a member joins, and reads when and where it is", async () => {
  const { user } = open(event, {
    "POST /api/community/events/e1/join": () =>
      success({ ...event, own: "joined", places_left: 2, joined: 18 }),
  });
  expect(await screen.findByText("Sat 21 Nov 2099, 10:00 to 12:00")).toBeVisible();
  expect(screen.getByText("The library")).toBeVisible();
  expect(screen.getByText("3 places left")).toBeVisible();
  expect(screen.getByRole("link", { name: "Nia Roe" })).toBeVisible();
  expect(screen.queryByRole("heading", { name: "Guest list" })).toBeNull();
  await user.click(screen.getByRole("button", { name: /^Join/ }));
  expect(await screen.findByText("You joined")).toBeVisible();
  expect(screen.getByText("2 places left")).toBeVisible();
  expect(screen.getByRole("button", { name: /^Leave/ })).toBeVisible();
});

test("a full event has a waiting list", async () => {
  open({ ...event, places_left: 0, waiting: 2, own: "waiting", position: 2 });
  expect(await screen.findByText("Full, 2 waiting")).toBeVisible();
  expect(screen.getByText("Waiting, number 2")).toBeVisible();
  expect(screen.getByRole("button", { name: /^Leave the waiting list/ })).toBeVisible();
});

test("a cancelled event can be neither joined nor put into a calendar", async () => {
  open({ ...event, state: "cancelled" });
  expect(await screen.findByText("Cancelled")).toBeVisible();
  expect(screen.queryByRole("button", { name: /Join|calendar/ })).toBeNull();
});

test("who runs the event notes who came", async () => {
  const put = "PUT /api/community/events/e1/guests/ana/attendance";
  const { log, user } = open(
    { ...event, state: "begun", is_run_by_you: true },
    { [put]: () => success({ person: host, state: "joined", attended: true }) },
  );
  await user.click(await screen.findByRole("checkbox", { name: "Came: Ana Lee" }));
  await waitFor(() =>
    expect(log.find(({ path }) => path === put)?.body).toEqual({ attended: true }),
  );
});

test("an admin thanks those who made it happen, and nobody twice", async () => {
  const post = "POST /api/admin/events/e1/thanks";
  const helper = { person: { ...host, id: "lin", name: "Lin Wu" }, role: "helper" as const };
  const over = { ...event, state: "over" as const, can_thank: true };
  const hosts = [
    { person: host, role: "host" as const, is_thanked: true },
    { ...helper, is_thanked: false },
  ];
  const { log, user } = open(
    { ...over, hosts },
    {
      [post]: () => success({ ...over, hosts: hosts.map((one) => ({ ...one, is_thanked: true })) }),
    },
  );
  await user.click(await screen.findByRole("button", { name: "Thank with sparks" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).queryByRole("checkbox", { name: /Nia/ })).toBeNull();
  const lin = within(dialog).getByRole("checkbox", { name: "Lin Wu, helper" });
  await user.type(within(dialog).getByLabelText("Sparks for each"), "1,5");
  await user.click(lin);
  await user.click(within(dialog).getByRole("button", { name: "Say thank you" }));
  expect(await within(dialog).findAllByText("Choose at least one")).not.toHaveLength(0);
  expect(log.map(({ path }) => path)).not.toContain(post);
  await user.click(lin);
  await user.click(within(dialog).getByRole("button", { name: "Say thank you" }));
  await waitFor(() =>
    expect(log.find(({ path }) => path === post)?.body).toEqual({
      tokens: 1.5,
      to: ["lin"],
      message: "For Seed swap",
    }),
  );
  await waitFor(() =>
    expect(screen.queryByRole("button", { name: "Thank with sparks" })).toBeNull(),
  );
});

test("an event that is gone leads back to the page", async () => {
  open(failure(404, "community.event_not_found"));
  expect(await screen.findByText("There is no such event")).toBeVisible();
});
