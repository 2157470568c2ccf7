import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getSession } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { loadRegistration, saveRegistration } from "../registration";
import * as callback from "./oauth-callback";

const EXCHANGE_OPERATION = "POST /api/auth/exchange";
const RETURN = "/oauth-callback?accessToken=h1&refreshToken=h2";
const site = () => success({ name: "Sparkyard", modules: ["auth"], social: "Google" });
const tokens = () => success({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r1" });

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(at: string) {
  return renderRoutes(
    [
      { path: "/oauth-callback", ...callback, HydrateFallback: () => null },
      { path: "*", element: <h1>Elsewhere</h1> },
    ],
    at,
  );
}

test("exchanges the codes once, hides them, and continues after 500 ms", async () => {
  const log = mockServer({ "GET /api/site": site, [EXCHANGE_OPERATION]: tokens });
  const router = open(RETURN);
  await screen.findByText("You are signed in. One moment…");
  expect(router.state.location.search).toBe("");
  expect(getSession()?.refreshToken).toBe("r1");
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(router.state.location.pathname).toBe("/explore");
  expect(log.filter(({ path }) => path === EXCHANGE_OPERATION)).toEqual([
    { path: EXCHANGE_OPERATION, body: { accessToken: "h1", refreshToken: "h2" } },
  ]);
});

test("a sign-up begun in this tab is discarded", async () => {
  saveRegistration({ email: "dev@example.org", registrationToken: "t" });
  mockServer({ "GET /api/site": site, [EXCHANGE_OPERATION]: tokens });
  open(RETURN);
  await screen.findByText("You are signed in. One moment…");
  expect(loadRegistration()).toBeNull();
});

test("asks for a second-factor code, again after a wrong one", async () => {
  mockServer({
    "GET /api/site": site,
    [EXCHANGE_OPERATION]: (body) => {
      const { code } = body as { code?: string };
      if (!code) return failure(401, "auth.second_factor_required");
      return code === "123456" ? tokens() : failure(401, "auth.wrong_code", "Wrong code.");
    },
  });
  open(RETURN);
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await user.type(await screen.findByLabelText("Code"), "000000{Enter}");
  expect(await screen.findByText("Wrong code.")).toBeVisible();
  await user.clear(screen.getByLabelText("Code"));
  await user.type(screen.getByLabelText("Code"), "123456{Enter}");
  await screen.findByText("Elsewhere");
  expect(getSession()?.refreshToken).toBe("r1");
});

test("a newcomer continues with sign-up, with names filled in", async () => {
  const registration = {
    registrationToken: "t",
    email: "ana@example.org",
    firstname: "Ana",
    lastname: "Moss",
  };
  mockServer({ "GET /api/site": site, [EXCHANGE_OPERATION]: () => success({ registration }) });
  const router = open(RETURN);
  await screen.findByText("Elsewhere");
  expect(router.state.location.pathname).toBe("/personal-details");
  expect(loadRegistration()).toEqual(registration);
  expect(getSession()).toBeNull();
});

test("expired codes are explained, with a way on", async () => {
  mockServer({
    "GET /api/site": site,
    [EXCHANGE_OPERATION]: () => failure(401, "auth.handover_invalid"),
  });
  open(RETURN);
  expect(await screen.findByText(/took too long or was already used/)).toBeVisible();
  expect(await screen.findByRole("link", { name: "Try Google again" })).toBeVisible();
});

test("a suspended member finds the page on which they can appeal, also after a code", async () => {
  const refused = { status: "error", code: "auth.suspended", message: "You are suspended." };
  const suspended = () => Response.json({ ...refused, link: "/appeal/d1.9.c2ln" }, { status: 403 });
  let attempts = 0;
  mockServer({
    "GET /api/site": site,
    [EXCHANGE_OPERATION]: () =>
      attempts++ === 0 ? failure(401, "auth.second_factor_required") : suspended(),
  });
  open(RETURN);
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await user.type(await screen.findByLabelText("Code"), "123456{Enter}");
  const link = await screen.findByRole("link", { name: "Read why, and appeal" });
  expect(link).toHaveAttribute("href", "/appeal/d1.9.c2ln");

  attempts = 1;
  open(`${RETURN}&again`);
  expect(await screen.findByText("You're not signed in")).toBeVisible();
  await waitFor(() =>
    expect(screen.getAllByRole("link", { name: "Read why, and appeal" })).toHaveLength(2),
  );
});

test("a provider's refusal is explained in plain words", async () => {
  mockServer({ "GET /api/site": site });
  open("/oauth-callback?error=denied");
  expect(await screen.findByText(/You stopped the sign-in/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Sign in with a password" })).toBeVisible();
});

test("without codes the page leads to the login", async () => {
  mockServer({ "GET /api/site": site });
  const router = open("/oauth-callback");
  await screen.findByText("Elsewhere");
  expect(router.state.location.pathname).toBe("/login");
});
