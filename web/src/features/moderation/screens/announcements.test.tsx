import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutesWithToasts, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Announcements } from "./announcements";

afterEach(() => vi.unstubAllGlobals());

const LIST = "/api/admin/announcements";

const fair: Schemas["StoredAnnouncement"] = {
  id: "a1",
  title: "Summer fair",
  text: "On the **green**.",
  until: "2099-06-01T10:00:00Z",
  created_at: "2026-03-02T10:00:00Z",
  segment: {},
};
const old: Schemas["StoredAnnouncement"] = {
  ...fair,
  id: "a2",
  title: "Spring fair",
  ended_at: "2026-03-03T10:00:00Z",
  segment: { town: "Leeds" },
};

function open(answers: Parameters<typeof mockServer>[0] = {}) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900, role: "admin" }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ modules: ["community"] }),
    [`GET ${LIST}`]: () => success([fair, old]),
    ...answers,
  });
  renderRoutesWithToasts([{ path: "/", Component: Announcements }], "/");
  return { log, user: userEvent.setup() };
}

test("an announcement is made, and the form is empty again", async () => {
  const { log, user } = open({ [`POST ${LIST}`]: () => success(fair) });
  expect(await screen.findByText(/to members in Leeds/)).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Announce it" }));
  expect(await screen.findByText("Say in a line what it is about")).toBeVisible();
  await user.type(screen.getByLabelText("Title"), "Fair");
  await user.type(screen.getByLabelText("Text"), "Come!");
  await user.type(screen.getByLabelText(/^Town/), "Leeds");
  await user.click(screen.getByRole("button", { name: "Announce it" }));
  await waitFor(() => expect(screen.getByLabelText("Title")).toHaveValue(""));
  const sent = log.find(({ path }) => path === `POST ${LIST}`)?.body;
  expect(sent).toMatchObject({ title: "Fair", text: "Come!", segment: { town: "Leeds" } });
});

test("what is shown can be changed and ended; what has ended cannot", async () => {
  const put = `PUT ${LIST}/a1`;
  const { log, user } = open({
    [put]: () => failure(409, "community.announcement_ended", "This announcement has ended."),
    [`${put}/end`]: () => success({ ...fair, ended_at: "2026-03-03T10:00:00Z" }),
  });
  await user.click(await screen.findByRole("button", { name: "Change: Summer fair" }));
  expect(screen.queryByRole("button", { name: "Change: Spring fair" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("This announcement has ended.")).toBeVisible();
  expect(log.find(({ path }) => path === put)?.body).toMatchObject({
    title: "Summer fair",
    text: "On the **green**.",
    until: "2099-06-01T10:00:00.000Z",
  });
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(screen.getByRole("button", { name: "End it now: Summer fair" }));
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByRole("button", { name: "End it" }));
  await waitFor(() => expect(log.map(({ path }) => path)).toContain(`${put}/end`));
});
