import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getSession, storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { loadRegistration, saveRegistration } from "../registration";
import * as login from "./login";

const LOGIN = "POST /api/auth/login";
const site = { name: "Sparkyard", modules: ["auth"], social: null };
const tokens = () => ({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r1" });

beforeEach(() => vi.stubGlobal("matchMedia", () => ({ matches: true })));
afterEach(() => vi.unstubAllGlobals());

function open(at = "/login") {
  return renderRoutes(
    [
      { path: "/login", ...login, HydrateFallback: () => null },
      { path: "*", element: <h1>Elsewhere</h1> },
    ],
    at,
  );
}

async function logIn() {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText("Email"), "ana@example.org");
  await user.type(screen.getByLabelText("Password"), "long walks");
  await user.click(screen.getByRole("button", { name: "Verify" }));
  return user;
}

test("a correct password leads to the requested page", async () => {
  const log = mockServer({
    "GET /api/site": () => success(site),
    [LOGIN]: () => success(tokens()),
  });
  const router = open("/login?next=%2Fbookings%3Ftab%3Doutward");
  expect(await screen.findByText("Sign in to continue where you left off.")).toBeVisible();
  await logIn();
  await screen.findByText("Elsewhere");
  const { pathname, search } = router.state.location;
  expect(pathname + search).toBe("/bookings?tab=outward");
  expect(log).toContainEqual({
    path: LOGIN,
    body: { email: "ana@example.org", password: "long walks" },
  });
});

test("a sign-up begun in this tab is discarded", async () => {
  saveRegistration({ email: "dev@example.org", registrationToken: "t" });
  mockServer({ "GET /api/site": () => success(site), [LOGIN]: () => success(tokens()) });
  open();
  await logIn();
  await screen.findByText("Elsewhere");
  expect(loadRegistration()).toBeNull();
});

test.each([
  [401, "auth.wrong_password", "Invalid credentials. Please try again."],
  [403, "auth.awaiting_approval", "Message of auth.awaiting_approval"],
  [429, "request.too_many", "Message of request.too_many"],
  [503, "auth.busy", "Message of auth.busy"],
  [500, "internal", "Something went wrong. Please try again later."],
])("a %d %s shows the right message", async (status, code, message) => {
  mockServer({ "GET /api/site": () => success(site), [LOGIN]: () => failure(status, code) });
  open();
  await logIn();
  expect(await screen.findByText(message)).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText("Password")).toHaveFocus());
});

test("a token that cannot be decoded is refused", async () => {
  mockServer({
    "GET /api/site": () => success(site),
    [LOGIN]: () => success({ accessToken: "nonsense", refreshToken: "r" }),
  });
  open();
  await logIn();
  expect(await screen.findByText("Invalid token received")).toBeVisible();
  expect(getSession()).toBeNull();
});

test("a second factor adds a step with a way back", async () => {
  const log = mockServer({
    "GET /api/site": () => success(site),
    [LOGIN]: (body) => {
      const { code } = body as { code?: string };
      if (!code) return failure(401, "auth.second_factor_required");
      return code === "123456" ? success(tokens()) : failure(401, "auth.wrong_code", "Wrong code.");
    },
  });
  const router = open();
  const user = await logIn();
  const code = await screen.findByLabelText("Code");
  await waitFor(() => expect(code).toHaveFocus());
  expect(code).toHaveAttribute("autocomplete", "one-time-code");

  await user.type(code, "000000{Enter}");
  expect(await screen.findByText("Wrong code.")).toBeVisible();
  await waitFor(() => expect(code).toHaveFocus());

  await user.click(screen.getByRole("button", { name: "Back" }));
  expect(screen.getByLabelText("Email")).toHaveValue("ana@example.org");
  expect(screen.getByLabelText("Password")).toHaveValue("");
  await user.type(screen.getByLabelText("Password"), "long walks{Enter}");
  await user.type(await screen.findByLabelText("Code"), "123456{Enter}");
  await screen.findByText("Elsewhere");
  expect(router.state.location.pathname).toBe("/explore");
  expect(log.at(-1)?.body).toEqual({
    email: "ana@example.org",
    password: "long walks",
    code: "123456",
  });
});

test("social sign-in shows only where the site offers it", async () => {
  mockServer({ "GET /api/site": () => success({ ...site, social: "Google" }) });
  open("/login?next=%2Fbookings");
  const link = await screen.findByRole("link", { name: "Continue with Google" });
  expect(link).toHaveAttribute("href", "/api/auth/google?next=%2Fbookings");
});

test("a stored session with over 300 seconds left is used", async () => {
  storeTokens({ accessToken: fakeToken({ expiresIn: 310 }), refreshToken: "r1" });
  const log = mockServer({});
  const router = open();
  await screen.findByText("Elsewhere");
  expect(router.state.location.pathname).toBe("/explore");
  expect(log).toEqual([]);
});

test("a suspended member finds the page on which they can appeal", async () => {
  const refused = { status: "error", code: "auth.suspended", message: "Suspended." };
  mockServer({
    "GET /api/site": () => success(site),
    [LOGIN]: () => Response.json({ ...refused, link: "/appeal/d1.9.c2ln" }, { status: 403 }),
  });
  open();
  await logIn();
  const link = await screen.findByRole("link", { name: "Read why, and appeal" });
  expect(link).toHaveAttribute("href", "/appeal/d1.9.c2ln");
});

test("a suspended member finds the way to those who run the site", async () => {
  const words = "Your account is suspended.";
  mockServer({
    "GET /api/site": () => success(site),
    [LOGIN]: () => failure(403, "auth.suspended", words),
  });
  open();
  await logIn();
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByRole("link", { name: "Write to us" })).toHaveAttribute("href", "/contact");
});
