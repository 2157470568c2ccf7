import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutesWithToasts, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { ClaimLine } from "./claim-line";

const CLAIMS = "/api/admin/claims/skills";

afterEach(() => vi.unstubAllGlobals());

function open(answers: Parameters<typeof mockServer>[0]) {
  storeTokens({
    accessToken: fakeToken({ expiresIn: 900, id: "mo", role: "moderator" }),
    refreshToken: "r",
  });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["moderation"] }),
    ...answers,
  });
  const Component = () => <ClaimLine queue="skills" id={7} what="Plumbing" />;
  renderRoutesWithToasts([{ path: "/", Component }], "/");
  return { log, user: userEvent.setup() };
}

const claim = (user_id: string, name: string) => ({
  case_id: "7",
  user_id,
  name,
  at: "2026-03-02T12:00:00Z",
});

test("a case is taken, and left to others", async () => {
  const answers = [[], [claim("mo", "Mo Reed")], []];
  const { log, user } = open({
    [`GET ${CLAIMS}`]: () => success(answers.shift()),
    [`PUT ${CLAIMS}/7`]: () => success(null),
    [`DELETE ${CLAIMS}/7`]: () => success(null),
  });
  expect(await screen.findByText("Nobody is taking care of this yet.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Take it: Plumbing" }));
  expect(
    await screen.findByText(/^You are taking care of this \(since .*\d\d:\d\d\)\.$/),
  ).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Leave it to others: Plumbing" }));
  expect(await screen.findByText("Nobody is taking care of this yet.")).toBeVisible();
  expect(log.filter(({ path }) => !path.startsWith("GET"))).toHaveLength(2);
});

test("a colleague's case cannot be taken", async () => {
  open({ [`GET ${CLAIMS}`]: () => success([claim("iris", "Iris Bell")]) });
  expect(await screen.findByText(/^Iris Bell is taking care of this \(since /)).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});

test("a colleague who was faster is shown", async () => {
  const answers = [[], [claim("iris", "Iris Bell")]];
  const { user } = open({
    [`GET ${CLAIMS}`]: () => success(answers.shift()),
    [`PUT ${CLAIMS}/7`]: () => failure(409, "moderation.case_taken", "A colleague has it."),
  });
  await user.click(await screen.findByRole("button", { name: "Take it: Plumbing" }));
  expect(await screen.findByText("A colleague has it.")).toBeVisible();
  expect(await screen.findByText(/^Iris Bell is taking care of this/)).toBeVisible();
});
