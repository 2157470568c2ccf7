import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession, getSession } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as SetUp } from "./setup";

beforeEach(() => vi.stubGlobal("matchMedia", () => ({ matches: true })));
afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
});

async function fill(answer: () => Response) {
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: [] }),
    "POST /api/auth/setup": answer,
  });
  const router = renderRoutes(
    [
      { path: "/setup", Component: SetUp },
      { path: "/admin/set-up", element: <h1>Set-up</h1> },
    ],
    "/setup#made-up-secret",
  );
  for (const [label, text] of [
    ["Email", "iris@example.org"],
    ["First name", "Iris"],
    ["Last name", "Example"],
    ["Phone", "07700 900123"],
    ["Password", "correct horse battery"],
  ] as const) {
    fireEvent.change(await screen.findByLabelText(label), { target: { value: text } });
  }
  fireEvent.click(screen.getByRole("button", { name: "Create admin account" }));
  return { log, router };
}

test("setting up the site signs in and leads to the next steps", async () => {
  const accessToken = fakeToken({ expiresIn: 900, role: "admin" });
  const { log, router } = await fill(() =>
    success({ id: "iris", email: "iris@example.org", accessToken, refreshToken: "r" }),
  );
  expect(await screen.findByRole("heading", { name: "Set-up" })).toBeVisible();
  expect(getSession()?.claims.role).toBe("admin");
  expect(router.state.location.pathname).toBe("/admin/set-up");
  const sent = log.find(({ path }) => path === "POST /api/auth/setup");
  expect(sent?.body).toMatchObject({ secret: "made-up-secret", email: "iris@example.org" });
});

test("a used link is refused without signing in", async () => {
  await fill(() => failure(409, "auth.admin_link_void", "This link does not work any more."));
  expect(await screen.findByText("This link does not work any more.")).toBeVisible();
  expect(getSession()).toBeNull();
});
