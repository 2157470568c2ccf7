import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { actFor, getSession, storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutesWithToasts, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Helpers } from "./delegates";

const own = {
  member_id: "u1",
  member: "Ana Shah",
  delegate_id: "u2",
  delegate: "Bo Lane",
  status: "asked",
  signs_in: true,
  since: "2026-03-02T10:00:00Z",
};
const mabel = {
  ...own,
  member_id: "u3",
  member: "Mabel Moss",
  delegate_id: "u1",
  delegate: "Ana Shah",
  status: "active",
  signs_in: false,
};

afterEach(() => {
  vi.unstubAllGlobals();
  actFor(null);
});

function open(delegations: object, answers = {}) {
  storeTokens({ accessToken: fakeToken({ id: "u1", expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/delegations": () => success(delegations),
    ...answers,
  });
  const router = renderRoutesWithToasts(
    [
      { path: "/settings/helpers", Component: Helpers },
      { path: "/explore", element: <p>Explore</p> },
    ],
    "/settings/helpers",
  );
  return { log, router, user: userEvent.setup() };
}

test("a suggested helper is accepted, or declined after a question", async () => {
  const { log, user } = open(
    { own, for_others: [] },
    {
      "PUT /api/delegations/u1/accept": () => success({ ...own, status: "active" }),
      "PUT /api/delegations/u1/end": () => failure(409, "delegation.changed", "Look again."),
    },
  );
  await user.click(await screen.findByRole("button", { name: "Accept" }));
  expect(await screen.findByText("Bo Lane can act for you now")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Decline" }));
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByRole("button", { name: "Decline" }));
  expect(await screen.findByText("Look again.")).toBeVisible();
  const changes = log.filter(({ path }) => path.startsWith("PUT")).map(({ path }) => path);
  expect(changes).toEqual(["PUT /api/delegations/u1/accept", "PUT /api/delegations/u1/end"]);
});

test("a helper acts for a neighbour, and for themselves again", async () => {
  const { router, user } = open({ for_others: [mabel] });
  expect(await screen.findByText(/Emails to them come to you/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Act for Mabel Moss" }));
  expect(await screen.findByText("Explore")).toBeVisible();
  expect(getSession()).toMatchObject({
    acting: { id: "u3", name: "Mabel Moss" },
    claims: { id: "u3", role: "member" },
  });
  await router.navigate("/settings/helpers");
  await user.click(await screen.findByRole("button", { name: "Act for myself again" }));
  expect(getSession()).toMatchObject({ acting: null, claims: { id: "u1" } });
});

test("without helpers the screen says how to get one", async () => {
  open({ for_others: [] });
  expect(await screen.findByText("No helpers here")).toBeVisible();
});
