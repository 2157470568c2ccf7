import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutesWithToasts, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Contact } from "./contact";

const message: Schemas["ContactMessage"] = {
  id: "c1",
  firstname: "Chloé",
  email: "chloe@example.org",
  message: "Is <b>this</b> the place?\n\nChloé",
  created_at: "2026-03-02T10:00:00Z",
};
const PATH = "/api/admin/contact-messages";
const LIST = `GET ${PATH}`;

afterEach(() => vi.unstubAllGlobals());

function open(
  given: Partial<Schemas["ContactMessage"]>,
  answers = {},
  modules = ["site", "moderation"],
) {
  storeTokens({
    accessToken: fakeToken({ id: "u1", expiresIn: 900, role: "moderator" }),
    refreshToken: "r",
  });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules }),
    [LIST]: () => success([{ ...message, ...given }]),
    ...answers,
  });
  renderRoutesWithToasts([{ path: "/admin/contact", Component: Contact }], "/admin/contact");
  return { log, user: userEvent.setup() };
}

test("a message is answered by mail", async () => {
  const put = `PUT ${PATH}/c1/answer`;
  const { log, user } = open({}, { [put]: () => success(message) });
  expect(await screen.findByText(/Is <b>this<\/b> the place/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: /^Answer/ }));
  await user.click(screen.getByRole("button", { name: "Send answer" }));
  expect((await screen.findAllByText("Please fill this in")).length).toBeGreaterThan(0);
  await user.type(screen.getByLabelText("Answer"), "It is.");
  await user.click(screen.getByRole("button", { name: "Send answer" }));
  expect(await screen.findByText("Your answer to Chloé is on its way")).toBeVisible();
  expect(log.find(({ path }) => path === put)?.body).toEqual({ answer: "It is." });
});

test("without moderation an answer has no canned replies", async () => {
  const { user } = open({}, {}, ["site"]);
  await user.click(await screen.findByRole("button", { name: /^Answer/ }));
  expect(screen.getByLabelText("Answer")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Use a reply/ })).toBeNull();
});

test("a message that a colleague closed says so and is loaded again", async () => {
  const put = `PUT ${PATH}/c1/close`;
  const closed = () => failure(409, "site.contact_closed", "This message has been answered.");
  const { log, user } = open({}, { [put]: closed });
  await user.click(await screen.findByRole("button", { name: "Close without an answer" }));
  await user.type(screen.getByLabelText("Note"), "Spam");
  await user.click(screen.getByRole("button", { name: "Close the message" }));
  expect(await screen.findByText("This message has been answered.")).toBeVisible();
  await waitFor(() => expect(log.filter(({ path }) => path === LIST)).toHaveLength(2));
});

test("who takes care of a message is shown, and can leave it to others", async () => {
  const claim = { user_id: "u1", name: "Iris Admin", at: "2026-03-02T11:00:00Z" };
  const put = `PUT ${PATH}/c1/release`;
  const { log, user } = open({ claim }, { [put]: () => success(message) });
  expect(
    await screen.findByText(/^You are taking care of this \(since .*11:00\)\.$/),
  ).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Leave it to others" }));
  await waitFor(() => expect(log.some(({ path }) => path === put)).toBe(true));
});

test("a message taken by a colleague names them", async () => {
  const claim = { user_id: "u2", name: "Ivo Admin", at: "2026-03-02T11:00:00Z" };
  const put = `PUT ${PATH}/c1/claim`;
  const { user } = open({ claim }, { [put]: () => failure(409, "site.contact_taken") });
  expect(await screen.findByText(/^Ivo Admin is taking care of this/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: /^Take it/ }));
  expect(await screen.findByText("Message of site.contact_taken")).toBeVisible();
});

test("a closed message shows its end and no actions", async () => {
  const outcome = { answered: false, text: "Spam", name: "Ivo Admin", at: "2026-03-02T11:00:00Z" };
  open({ outcome });
  const card = within((await screen.findByText("Chloé")).closest("li") as HTMLElement);
  expect(card.getByText("Closed")).toBeVisible();
  expect(card.getByText(/^Note by Ivo Admin/)).toBeVisible();
  expect(card.queryByRole("button")).toBeNull();
});
