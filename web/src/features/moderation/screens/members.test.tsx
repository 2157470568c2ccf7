import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Console } from "./console";
import { Component as Members } from "./members";

type Member = Schemas["Member"];

const member = (id: string, firstname: string, rest: Partial<Member> = {}): Member => ({
  id,
  firstname,
  lastname: "Shah",
  email: `${firstname.toLowerCase()}@example.org`,
  role: "member",
  status: "active",
  second_factor: false,
  created_at: "2026-03-02T10:00:00Z",
  ...rest,
});

const priya = member("1", "Priya", { status: "pending" });
const dev = member("2", "Dev", { second_factor: true });
const rex = member("3", "Rex", { status: "suspended" });
const mod = member("4", "Mo", { role: "moderator" });

afterEach(() => vi.unstubAllGlobals());

type Answers = Parameters<typeof mockServer>[0];

function open(role: "moderator" | "admin", answers: Answers = {}, required = false) {
  const accessToken = fakeToken({ id: "me", expiresIn: 900, role });
  storeTokens({ accessToken, refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () =>
      success({
        name: "Sparkyard",
        modules: ["auth", "moderation", "wallet"],
        mode: "cash+tokens",
      }),
    "GET /api/auth/second-factor": () =>
      success({ enabled: false, recovery_codes_left: 0, required, kinds: ["totp"] }),
    "GET /api/admin/members": () => success([priya, dev, rex, mod]),
    ...answers,
  });
  renderRoutes(
    [
      {
        path: "/admin",
        Component: Console,
        children: [{ path: "/admin/members", Component: Members }],
      },
    ],
    "/admin/members",
  );
  return { log, user: userEvent.setup() };
}

const row = async (name: string) =>
  within((await screen.findAllByText(name))[0]?.closest("li") as HTMLElement);

test("an applicant is approved", async () => {
  const { log, user } = open("moderator", {
    "PUT /api/admin/members/1/approve": () => success({ ...priya, status: "active" }),
  });
  const priyas = await row("Priya Shah");
  expect(priyas.getByText("Waiting")).toBeVisible();
  await user.click(priyas.getByRole("button", { name: /^Approve/ }));
  await waitFor(() =>
    expect(log.map(({ path }) => path)).toContain("PUT /api/admin/members/1/approve"),
  );
});

test("declining asks for the reason", async () => {
  const { log, user } = open("moderator", {
    "PUT /api/admin/members/1/decline": () => failure(409, "auth.not_pending", "Too late."),
  });
  await user.click((await row("Priya Shah")).getByRole("button", { name: /^Decline/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Decline Priya Shah?" }));
  expect(log.map(({ path }) => path)).not.toContain("PUT /api/admin/members/1/decline");
  await user.click(dialog.getByRole("button", { name: "Decline" }));
  expect(await dialog.findByText("A reason is required")).toBeVisible();
  await user.type(dialog.getByLabelText("Reason"), "Not from here");
  await user.click(dialog.getByRole("button", { name: "Decline" }));
  expect(await dialog.findByText("Too late.")).toBeVisible();
  expect(log).toContainEqual({
    path: "PUT /api/admin/members/1/decline",
    body: { reason: "Not from here" },
  });
});

test("a suspension needs a reason", async () => {
  const { log, user } = open("admin", {
    "PUT /api/admin/members/2/suspend": () => success({ ...dev, status: "suspended" }),
  });
  await user.click((await row("Dev Shah")).getByRole("button", { name: "Manage Dev Shah" }));
  const part = within(await screen.findByRole("region", { name: "Suspend" }));
  await user.click(part.getByRole("button", { name: "Suspend" }));
  expect(await part.findByText("A reason is required")).toBeVisible();
  await user.type(part.getByLabelText("Reason"), "Spam");
  await user.click(part.getByRole("button", { name: "Suspend" }));
  await waitFor(() =>
    expect(log).toContainEqual({
      path: "PUT /api/admin/members/2/suspend",
      body: { reason: "Spam" },
    }),
  );
});

test("a moderator may suspend members, but not staff", async () => {
  const { user } = open("moderator");
  expect((await row("Mo Shah")).queryByRole("button")).toBeNull();
  await user.click((await row("Dev Shah")).getByRole("button", { name: "Manage Dev Shah" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByRole("link", { name: "Their profile" })).toHaveAttribute(
    "href",
    "/user-profile/2",
  );
  const regions = within(dialog).getAllByRole("region");
  expect(regions.map((region) => region.getAttribute("aria-label"))).toEqual([
    "Notes",
    "Devices",
    "Suspend",
  ]);
});

test("a dialog opened while typing stays", async () => {
  let listed = [priya, dev, rex, mod];
  const { log, user } = open("admin", { "GET /api/admin/members": () => success(listed) });
  const manage = (await row("Dev Shah")).getByRole("button", { name: "Manage Dev Shah" });
  listed = [rex];
  await user.type(screen.getByLabelText("Find a member"), "re");
  await user.click(manage);
  const dialog = await screen.findByRole("dialog", { name: "Dev Shah" });
  const requests = () => log.filter(({ path }) => path === "GET /api/admin/members");
  await waitFor(() => expect(requests().length).toBeGreaterThan(1));
  await waitFor(() => expect(screen.queryByText("dev@example.org")).toBeNull());
  expect(dialog).toBeVisible();
});

test("an admin resets a second factor, and reinstates", async () => {
  const { user } = open("admin");
  await user.click((await row("Dev Shah")).getByRole("button", { name: "Manage Dev Shah" }));
  expect(await screen.findByRole("region", { name: "Two-step sign-in" })).toBeVisible();
  await user.keyboard("{Escape}");
  await user.click((await row("Rex Shah")).getByRole("button", { name: "Manage Rex Shah" }));
  expect(await screen.findByRole("region", { name: "Reinstate" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Two-step sign-in" })).toBeNull();
});

test("an admin deletes the account of a member with a reason", async () => {
  const leaving = "POST /api/admin/members/2/leaving";
  const { log, user } = open("admin", { [leaving]: () => success(null) });
  await user.click((await row("Dev Shah")).getByRole("button", { name: "Manage Dev Shah" }));
  await user.click(await screen.findByRole("button", { name: "Delete this account" }));
  const title = await screen.findByText("Delete the account of Dev Shah?");
  const dialog = within(title.closest<HTMLElement>('[role="dialog"]') ?? document.body);
  await user.click(dialog.getByLabelText("Reason"));
  await user.paste("She rang.");
  await user.click(dialog.getByText("Delete for ever"));
  const sent = { path: leaving, body: { reason: "She rang." } };
  await waitFor(() => expect(log).toContainEqual(sent));
});

test("the filter is sent to the server", async () => {
  const { user } = open("admin", { "GET /api/admin/members": () => success([]) });
  await user.click(await screen.findByRole("button", { name: "Waiting" }));
  expect(await screen.findByText("Nobody is waiting")).toBeVisible();
});

test("staff without a required second factor must set it up", async () => {
  open("admin", {}, true);
  expect(await screen.findByText("Set up two-step sign-in first.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Set it up" })).toHaveAttribute(
    "href",
    "/settings/security",
  );
  expect(screen.queryByText("Find a member")).toBeNull();
});

test("a moderator signs a member out on all devices", async () => {
  const { log, user } = open("moderator", {
    "DELETE /api/admin/members/2/sessions": () => success(dev),
  });
  await user.click((await row("Dev Shah")).getByRole("button", { name: "Manage Dev Shah" }));
  const part = within(await screen.findByRole("region", { name: "Devices" }));
  await user.click(part.getByRole("button", { name: "Sign out everywhere" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Sign out everywhere?" }));
  await user.click(dialog.getByRole("button", { name: "Sign out" }));
  await waitFor(() =>
    expect(log.map(({ path }) => path)).toContain("DELETE /api/admin/members/2/sessions"),
  );
});
