import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { ReportButton, type ReportTarget } from ".";
import { reasonsFor } from "./reasons";

const target: ReportTarget = { subject: "skill", id: "s1", personId: "u2", firstname: "Dev" };
const REPORT = "POST /api/reports";
const BLOCK = "POST /api/users/block/u2";

afterEach(() => vi.unstubAllGlobals());

async function open(answers: Parameters<typeof mockServer>[0], modules = ["moderation"]) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules }),
    ...answers,
  });
  const Component = () => <ReportButton target={target} label="Report this skill" />;
  renderRoutes([{ path: "/", Component }], "/");
  const user = userEvent.setup();
  return { log, user };
}

async function dialog(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole("button", { name: "Report this skill" }));
  return within(await screen.findByRole("dialog"));
}

test("a report needs a reason, and success explains what follows", async () => {
  const { log, user } = await open({ [REPORT]: () => success({ id: "r1", created_at: "" }) });
  const sheet = await dialog(user);
  expect(sheet.getByText(/Dev is not told who reported it/)).toBeVisible();
  await user.click(sheet.getByRole("button", { name: "Send report" }));
  expect(await sheet.findAllByText("Please choose what is wrong")).toHaveLength(2);
  await waitFor(() => expect(sheet.getByLabelText(/^Fraud/)).toHaveFocus());
  await user.click(sheet.getByLabelText(/^Fraud/));
  await user.click(sheet.getByRole("button", { name: "Send report" }));
  expect(await screen.findByText(/moderators have your report/)).toBeVisible();
  expect(log.filter(({ path }) => path !== "GET /api/site")).toEqual([
    { path: REPORT, body: { subject: "skill", id: "s1", reason: "scam" } },
  ]);
  await user.click(screen.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("the buttons stay in view while the reasons scroll", async () => {
  const { user } = await open({});
  const sheet = await dialog(user);
  for (const name of ["Cancel", "Send report"]) {
    const button = sheet.getByRole("button", { name });
    expect(button.closest("[data-dialog-actions]")).not.toBeNull();
  }
});

test("the reason 'other' requires a text", async () => {
  const { log, user } = await open({ [REPORT]: () => success({ id: "r1", created_at: "" }) });
  const sheet = await dialog(user);
  await user.click(sheet.getByLabelText("Something else"));
  await user.click(sheet.getByRole("button", { name: "Send report" }));
  expect(await sheet.findByText("Please say what is wrong")).toBeVisible();
  await user.type(sheet.getByLabelText("What happened?"), "It is my own photo.");
  await user.click(sheet.getByRole("button", { name: "Send report" }));
  expect(await screen.findByText(/moderators have your report/)).toBeVisible();
  const body = { subject: "skill", id: "s1", reason: "other", words: "It is my own photo." };
  expect(log).toContainEqual({ path: REPORT, body });
});

test("the person is blocked if wanted; the report works without", async () => {
  let works = false;
  const { log, user } = await open({
    [REPORT]: () => success({ id: "r1", created_at: "" }),
    [BLOCK]: () => (works ? success({ blocked: true }) : failure(500, "server.internal")),
  });
  const send = async () => {
    const sheet = await dialog(user);
    await user.click(sheet.getByLabelText(/^Advertising/));
    await user.click(sheet.getByLabelText("Block Dev as well"));
    await user.click(sheet.getByRole("button", { name: "Send report" }));
    await screen.findByText(/moderators have your report/);
  };
  await send();
  expect(screen.getByRole("alert")).toHaveTextContent("Dev could not be blocked");
  await user.click(screen.getByRole("button", { name: "Done" }));
  works = true;
  await send();
  expect(screen.getByText(/You have blocked Dev/)).toBeVisible();
  expect(log.filter(({ path }) => path === BLOCK)).toHaveLength(2);
});

test("a refused report gives the reason and keeps the text", async () => {
  const { user } = await open({
    [REPORT]: () => failure(429, "moderation.too_many_reports", "That was enough for today."),
  });
  const sheet = await dialog(user);
  await user.click(sheet.getByLabelText(/^Dangerous/));
  await user.type(sheet.getByLabelText(/What happened/), "Sparks fly.");
  await user.click(sheet.getByRole("button", { name: "Send report" }));
  expect(await sheet.findByText("That was enough for today.")).toBeVisible();
  expect(sheet.getByLabelText(/What happened/)).toHaveValue("Sparks fly.");
});

test.each([
  ["person", ["harassment", "scam", "spam", "danger", "indecent", "fake", "other"]],
  ["skill", ["scam", "spam", "danger", "indecent", "fake", "other"]],
  ["message", ["harassment", "scam", "spam", "danger", "indecent", "other"]],
  ["need", ["harassment", "scam", "spam", "danger", "indecent", "other"]],
  ["review", ["harassment", "spam", "indecent", "fake", "other"]],
] as const)("a %s is reported for reasons that apply to it", (subject, expected) => {
  expect(reasonsFor(subject).map(({ value }) => value)).toEqual(expected);
});

test("the reasons speak of the reported kind", async () => {
  const { user } = await open({});
  const sheet = await dialog(user);
  expect(sheet.getByLabelText("Not what it claims to be")).toBeVisible();
  expect(sheet.queryByLabelText("Rude, threatening or hateful")).toBeNull();
  expect(sheet.getAllByRole("radio").at(-1)).toBe(sheet.getByLabelText("Something else"));
});

test("the button is absent without moderation", async () => {
  const { log } = await open({}, []);
  await waitFor(() => expect(log).toHaveLength(1));
  expect(screen.queryByRole("button")).toBeNull();
});
