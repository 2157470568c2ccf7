import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { ReviewList } from "./review-list";

afterEach(() => vi.unstubAllGlobals());

const review: Schemas["Review"] = {
  id: "7",
  booking_id: 7,
  skill_id: "taps",
  skill_type: "Plumbing",
  rating: 2,
  comment: "Wet floor.",
  created_at: "2026-03-02T10:00:00Z",
  moderation: "visible",
  reviewer: { id: "ana", firstname: "Ana", lastname: "Moss" },
};
const reply = { text: "<b>Sorry</b>, the pipe was rotten.", created_at: "2026-03-03T10:00:00Z" };
const LIST = "GET /api/reviews/user/dev";
const REPLY = "PUT /api/reviews/7/reply";

function open(viewer: string, answers: Parameters<typeof mockServer>[0]) {
  storeTokens({ accessToken: fakeToken({ id: viewer, expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["moderation"] }),
    ...answers,
  });
  const element = <ReviewList personId="dev" firstname="Dev" />;
  renderRoutes([{ path: "/", element }], "/");
  return { log, user: userEvent.setup() };
}

test("the person reviewed replies once", async () => {
  const answers = [[review], [{ ...review, reply }]];
  const { log, user } = open("dev", {
    [LIST]: () => success(answers.shift()),
    [REPLY]: () => success({ ...review, reply }),
  });
  await user.click(
    await screen.findByRole("button", { name: /^Reply ?to the review by Ana Moss/ }),
  );
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Publish reply" }));
  expect((await dialog.findAllByText("Please fill this in"))[0]).toBeVisible();
  await user.type(dialog.getByLabelText("Your reply"), reply.text);
  await user.click(dialog.getByRole("button", { name: "Publish reply" }));
  expect(await screen.findByText(reply.text)).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Reply/ })).toBeNull();
  expect(log).toContainEqual({ path: REPLY, body: { reply: reply.text } });
});

test("a refused reply keeps its text", async () => {
  const { user } = open("dev", {
    [LIST]: () => success([review]),
    [REPLY]: () => failure(409, "bookings.already_replied", "This review has a reply already."),
  });
  await user.click(await screen.findByRole("button", { name: /^Reply/ }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Your reply"), "Sorry.");
  await user.click(dialog.getByRole("button", { name: "Publish reply" }));
  expect(await dialog.findByText("This review has a reply already.")).toBeVisible();
  expect(dialog.getByLabelText("Your reply")).toHaveValue("Sorry.");
});

test("others report a review; its author does not", async () => {
  const report = "POST /api/reports";
  const { log, user } = open("bo", {
    [LIST]: () => success([{ ...review, reply }]),
    [report]: () => success({ id: "r1", created_at: "" }),
  });
  await user.click(await screen.findByRole("button", { name: /^Report ?the review by Ana Moss/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Report this review" }));
  expect(dialog.getByLabelText("Block Ana as well")).toBeVisible();
  await user.click(dialog.getByLabelText(/^Not about/));
  await user.click(dialog.getByRole("button", { name: "Send report" }));
  expect(await screen.findByText(/moderators have your report/)).toBeVisible();
  expect(log).toContainEqual({
    path: report,
    body: { subject: "review", id: "7", reason: "fake" },
  });
  expect(screen.queryByRole("button", { name: /^Reply/ })).toBeNull();
});

test("authors cannot report their own review", async () => {
  open("ana", { [LIST]: () => success([review]) });
  expect(await screen.findByText("Wet floor.")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Report/ })).toBeNull();
});

test("a review by a former member is reported without a block", async () => {
  const reviewer = { firstname: "A former", lastname: "member" };
  const { user } = open("bo", { [LIST]: () => success([{ ...review, reviewer }]) });
  await user.click(await screen.findByRole("button", { name: /^Report/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Report this review" }));
  expect(dialog.queryByRole("checkbox")).toBeNull();
});
