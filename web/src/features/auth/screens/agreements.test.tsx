import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isAgreementPutOff } from "@/lib/agreement";
import { getSession, storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component } from "./agreements";

const texts = [
  { name: "terms", title: "Terms of use", version: "abc" },
  { name: "privacy", title: "Privacy", version: "def" },
];
const current = { edition: 2, texts, seen_at: "2026-03-02T10:00:00Z" };
const due = {
  changes: "We close at nine.\nNothing else.",
  asked_at: "2026-03-02T10:00:00Z",
  due_at: "2026-03-16T10:00:00Z",
};
const ASKED = success({ current, due, consents: [] });
const GET = "GET /api/auth/agreements";
const ACCEPT = "POST /api/auth/agreements/accept";
const REFRESH = "GET /api/auth/get/refreshtokenweb";

beforeEach(() => vi.useFakeTimers({ now: Date.parse("2026-03-10T10:00:00Z"), toFake: ["Date"] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(answers: Parameters<typeof mockServer>[0], agreementDue = true) {
  storeTokens({
    accessToken: fakeToken({ expiresIn: 900, agreementDue }),
    refreshToken: "r",
  });
  const log = mockServer(answers);
  // The session is refreshed without the client of the API.
  const served = fetch;
  vi.stubGlobal("fetch", (request: Request | string) =>
    served(typeof request === "string" ? new Request(new URL(request, location.origin)) : request),
  );
  const router = renderRoutes(
    [
      { path: "/agreements", Component },
      { path: "/login", element: "The login" },
      { path: "/explore", element: "Explore" },
      { path: "/wallet", element: "The wallet" },
    ],
    "/agreements?next=/wallet",
  );
  return { log, router, user: userEvent.setup() };
}

const renewed = () => success({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r2" });

test("what has changed is shown, and agreeing leads on", async () => {
  const { log, user } = open({
    [GET]: () => ASKED.clone(),
    [ACCEPT]: () => success({ current, consents: [] }),
    [REFRESH]: renewed,
  });
  expect(await screen.findByText(/We close at nine/)).toBeVisible();
  expect(screen.getByText(/You have until Mon 16 Mar/)).toBeVisible();
  for (const { name, title } of texts) {
    expect(screen.getByRole("link", { name: title })).toHaveAttribute("href", `/${name}`);
  }
  await user.click(screen.getByRole("button", { name: "I agree" }));
  expect(await screen.findByText("The wallet")).toBeVisible();
  expect(log.find(({ path }) => path === ACCEPT)?.body).toEqual({ edition: 2 });
  expect(getSession()?.claims.agreement_due).toBeUndefined();
});

test("a refusal is shown, and the texts are loaded again", async () => {
  const { log, user } = open({
    [GET]: () => ASKED.clone(),
    [ACCEPT]: () => failure(409, "auth.agreement_changed", "The texts have changed."),
  });
  await user.click(await screen.findByRole("button", { name: "I agree" }));
  expect(await screen.findByText("The texts have changed.")).toBeVisible();
  expect(log.filter(({ path }) => path === GET)).toHaveLength(2);
});

test("who does not agree can sign out", async () => {
  const { user } = open({
    [GET]: () => ASKED.clone(),
    "POST /api/auth/logout": () => success(null),
  });
  expect(await screen.findByRole("link", { name: "download your data" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Sign out" }));
  expect(await screen.findByText("The login")).toBeVisible();
  expect(getSession()).toBeNull();
});

test("who agreed on another device goes on, and so does who is not asked", async () => {
  const { router } = open({ [GET]: () => success({ current, consents: [] }), [REFRESH]: renewed });
  expect(await screen.findByText("The wallet")).toBeVisible();
  expect(router.state.location.pathname).toBe("/wallet");
  open({}, false);
  await waitFor(() => expect(screen.getAllByText("The wallet")).toHaveLength(2));
});

test("it can be put off while there is time", async () => {
  const { user } = open({ [GET]: () => ASKED.clone() });
  await user.click(await screen.findByRole("button", { name: "Not now" }));
  expect(await screen.findByText("The wallet")).toBeVisible();
  expect(isAgreementPutOff()).toBe(true);
  vi.setSystemTime(Date.parse(due.due_at) + 1);
  expect(isAgreementPutOff()).toBe(false);
});

test("after the deadline it can no longer be put off", async () => {
  vi.setSystemTime(Date.parse(due.due_at) + 1);
  open({ [GET]: () => ASKED.clone() });
  expect(await screen.findByRole("button", { name: "I agree" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Not now" })).toBeNull();
});
