import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutesWithToasts, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Replies } from "./replies";

const PATH = "/api/admin/replies";
const reply = {
  id: "r1",
  queue: "contact",
  title: "Opening times",
  text: "We are here on Fridays.",
};

afterEach(() => vi.unstubAllGlobals());

function open(role: "moderator" | "admin", answers = {}) {
  storeTokens({
    accessToken: fakeToken({ id: "u1", expiresIn: 900, role }),
    refreshToken: "r",
  });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["moderation"] }),
    [`GET ${PATH}`]: () => success([reply]),
    ...answers,
  });
  renderRoutesWithToasts([{ path: "/admin/replies", Component: Replies }], "/admin/replies");
  return { log, user: userEvent.setup() };
}

test("a refused new reply stays in the form", async () => {
  const { log, user } = open("admin", {
    [`POST ${PATH}`]: () => failure(409, "moderation.too_many_replies", "There are 100 already."),
  });
  expect(await screen.findByRole("heading", { name: "Contact messages" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Add a reply" }));
  await user.type(screen.getByLabelText("Name"), "Sorry");
  await user.type(screen.getByLabelText("Text"), "We are sorry.");
  await user.selectOptions(screen.getByLabelText("Used in"), "Appeals");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("There are 100 already.")).toBeVisible();
  const sent = { queue: "appeals", title: "Sorry", text: "We are sorry." };
  expect(log.find(({ path }) => path === `POST ${PATH}`)?.body).toEqual(sent);
  expect(screen.getByLabelText("Text")).toHaveValue("We are sorry.");
});

test("an admin changes and deletes a reply", async () => {
  const { log, user } = open("admin", {
    [`PUT ${PATH}/r1`]: () => success(reply),
    [`DELETE ${PATH}/r1`]: () => success(undefined),
  });
  await user.click(await screen.findByRole("button", { name: /^Edit/ }));
  await user.clear(screen.getByLabelText("Text"));
  await user.type(screen.getByLabelText("Text"), "Mondays.");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("The reply is saved")).toBeVisible();
  const changed = { queue: "contact", title: "Opening times", text: "Mondays." };
  expect(log.find(({ path }) => path === `PUT ${PATH}/r1`)?.body).toEqual(changed);

  await user.click(await screen.findByRole("button", { name: /^Delete/ }));
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("The reply is deleted")).toBeVisible();
});

test("a moderator only reads them", async () => {
  open("moderator");
  expect(await screen.findByText("We are here on Fridays.")).toBeVisible();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});
