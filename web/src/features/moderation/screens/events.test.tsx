import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutesWithToasts, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Events } from "./events";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const event = {
  id: "e1",
  title: "Seed swap",
  text: "",
  place: "The library",
  starts_at: "2099-11-21T10:00:00Z",
  ends_at: "2099-11-21T12:00:00Z",
  state: "coming",
  joined: 4,
  waiting: 1,
  hosts: [],
  is_run_by_you: true,
  can_thank: false,
};

function open(answers = {}) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ modules: ["community", "moderation"], mode: "tokens" }),
    "GET /api/admin/events": () => success([event]),
    "GET /api/community/events/e1": () => success(event),
    "GET /api/admin/members": () =>
      success([{ id: "nia", firstname: "Nia", lastname: "Roe", email: "nia@example.org" }]),
    ...answers,
  });
  renderRoutesWithToasts([{ path: "/admin/events", Component: Events }], "/admin/events");
  return { log, user: userEvent.setup() };
}

test("an event is created with its hosts", async () => {
  const post = "POST /api/admin/events";
  const { log, user } = open({ [post]: () => success(event) });
  await user.click(await screen.findByRole("button", { name: "Create the event" }));
  expect(await screen.findByText("Say in a few words what it is")).toBeVisible();
  const fill = (label: string | RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fill("Title", "Seed swap");
  fill("Place", "The library");
  fill("Starts", "2099-11-21T10:00");
  fill("Ends", "2099-11-21T12:00");
  fill(/^Places/, "0");
  await user.click(screen.getByRole("button", { name: "Create the event" }));
  const refused = await screen.findAllByText("Choose 1 to 500 places, or leave it empty");
  expect(refused).not.toHaveLength(0);
  fill(/^Places/, "20");
  fill("Find a member", "ni");
  await user.click(await screen.findByText("Nia Roe", {}, { timeout: 3000 }));
  await user.selectOptions(screen.getByLabelText("Part of Nia Roe"), "Helper");
  await user.click(screen.getByRole("button", { name: "Create the event" }));
  await waitFor(() =>
    expect(log.find(({ path }) => path === post)?.body).toEqual({
      title: "Seed swap",
      text: "",
      place: "The library",
      starts_at: "2099-11-21T10:00:00.000Z",
      ends_at: "2099-11-21T12:00:00.000Z",
      places: 20,
      hosts: [{ user_id: "nia", role: "helper" }],
    }),
  );
});

test("a new event is proposed for the next full hour tomorrow, for two hours", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-06-30T16:16:00Z") });
  open();
  expect(await screen.findByLabelText("Starts")).toHaveValue("2026-07-01T18:00");
  expect(screen.getByLabelText("Ends")).toHaveValue("2026-07-01T20:00");
});

test("without moderation no host can be looked up", async () => {
  open({ "GET /api/site": () => success({ modules: ["community"], mode: "tokens" }) });
  expect(await screen.findByLabelText("Starts")).toBeVisible();
  expect(await screen.findByText("4 joined, 1 waiting")).toBeVisible();
  expect(screen.queryByRole("group", { name: "Hosts and helpers" })).toBeNull();
});

test("an event is cancelled after a question", async () => {
  const put = "PUT /api/admin/events/e1/cancel";
  const { log, user } = open({ [put]: () => success({ ...event, state: "cancelled" }) });
  expect(await screen.findByText("4 joined, 1 waiting")).toBeVisible();
  await user.click(screen.getByRole("button", { name: /^Cancel it/ }));
  expect(log.map(({ path }) => path)).not.toContain(put);
  const dialog = await screen.findByRole("dialog");
  await user.click(await screen.findByRole("button", { name: "Cancel it" }));
  await waitFor(() => expect(log.map(({ path }) => path)).toContain(put));
  expect(dialog).toBeDefined();
});
