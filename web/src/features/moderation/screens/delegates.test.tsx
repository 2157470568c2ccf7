import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutesWithToasts, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Helpers } from "./delegates";

const PATH = "/api/admin/delegations";
const delegation = {
  member_id: "u3",
  member: "Mabel Moss",
  delegate_id: "u2",
  delegate: "Ana Shah",
  status: "active",
  signs_in: false,
  since: "2026-03-02T10:00:00Z",
};
const member = (id: string, firstname: string, email: string) => ({
  id,
  email,
  firstname,
  lastname: "Shah",
  role: "member",
  status: "active",
  second_factor: false,
  created_at: "2026-03-02T10:00:00Z",
});

afterEach(() => vi.unstubAllGlobals());

function open(answers = {}, modules = ["delegation", "moderation"]) {
  const accessToken = fakeToken({ id: "u1", expiresIn: 900, role: "admin" });
  storeTokens({ accessToken, refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules }),
    [`GET ${PATH}`]: () => success([delegation]),
    "GET /api/admin/members": () =>
      success([member("u2", "Ana", "ana@example.org"), member("u4", "Olive", "")]),
    ...answers,
  });
  renderRoutesWithToasts([{ path: "/admin/helpers", Component: Helpers }], "/admin/helpers");
  const sent = (call: string) => log.filter(({ path }) => path === call).map(({ body }) => body);
  return { sent, user: userEvent.setup() };
}

test("a neighbour without email joins with a helper", async () => {
  const { sent, user } = open({
    [`POST ${PATH}/new-member`]: () =>
      failure(422, "validation", "Look again.", { location: "Unknown town." }),
  });
  await user.click(await screen.findByRole("button", { name: "Add a neighbour without email" }));
  await user.click(screen.getByRole("button", { name: "Open the account" }));
  expect(await screen.findByText("They need to be 18 or older to join")).toBeVisible();
  await user.type(screen.getByLabelText("First name"), "Edith");
  await user.type(screen.getByLabelText("Last name"), "Moss");
  await user.type(screen.getByLabelText(/^How they agreed/), "signed the form");
  await user.click(screen.getByLabelText("They are 18 or older"));
  await user.click(screen.getByRole("button", { name: "Open the account" }));
  expect(await screen.findByText("Choose a member")).toBeVisible();
  expect(sent(`POST ${PATH}/new-member`)).toEqual([]);
  await user.type(screen.getByLabelText("Their helper"), "ana");
  await user.click(await screen.findByRole("button", { name: /^Choose.*Ana Shah$/ }));
  await user.click(screen.getByRole("button", { name: "Open the account" }));
  const town = screen.getByLabelText(/^Town or village/);
  await waitFor(() => expect(town).toHaveAccessibleDescription(/Unknown town\./));
  expect(sent(`POST ${PATH}/new-member`)[0]).toMatchObject({
    firstname: "Edith",
    agreed: "signed the form",
    adult: true,
    delegate_id: "u2",
  });
});

test("appointing asks how somebody without an address agreed", async () => {
  const { sent, user } = open({ [`POST ${PATH}`]: () => success(delegation) });
  await user.click(await screen.findByRole("button", { name: /^Appoint a helper/ }));
  expect(screen.getByText(/has to accept the helper first/)).toBeVisible();
  await user.type(screen.getByLabelText("Who needs a helper"), "olive");
  await user.click(await screen.findByRole("button", { name: /^Choose.*Olive Shah$/ }));
  await user.type(screen.getByLabelText("Their helper"), "ana");
  await user.click(await screen.findByRole("button", { name: /^Choose.*Ana Shah$/ }));
  await user.type(screen.getByLabelText(/^How they told you/), "by telephone");
  await user.click(screen.getByRole("button", { name: "Appoint" }));
  expect(await screen.findByText("Their helper can act for them now")).toBeVisible();
  expect(sent(`POST ${PATH}`)).toEqual([
    { member_id: "u4", delegate_id: "u2", agreed: "by telephone" },
  ]);
});

test("an end needs a reason", async () => {
  const { sent, user } = open({ [`PUT ${PATH}/u3/end`]: () => success(undefined) });
  expect(await screen.findByText(/has no email address/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: /^End it/ }));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByLabelText("Reason"), "Ana moves away");
  await user.click(within(dialog).getByRole("button", { name: "End it" }));
  expect(await screen.findByText("Ended")).toBeVisible();
  expect(sent(`PUT ${PATH}/u3/end`)).toEqual([{ reason: "Ana moves away" }]);
});

test("without moderation no member can be chosen, so helpers are only listed", async () => {
  open({}, ["delegation"]);
  expect(await screen.findByText(/has no email address/)).toBeVisible();
  expect(screen.queryByRole("button", { name: /^(Add|Appoint)/ })).toBeNull();
});
