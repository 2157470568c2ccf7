import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { Component } from "./reset-psw";

const RESET = "POST /api/auth/reset/forgot/password";
const site = () => success({ name: "Sparkyard", modules: ["auth"], demo: false });

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const routes = [
  { path: "/reset-psw", Component },
  { path: "*", element: <h1>Elsewhere</h1> },
];

async function reset(at: string, answer: () => Response) {
  const log = mockServer({ "GET /api/site": site, [RESET]: answer });
  const router = renderRoutes(routes, at);
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await user.type(screen.getByLabelText("New password"), "long walks");
  await user.type(screen.getByLabelText("Confirm password"), "long walks");
  await user.click(screen.getByRole("button", { name: "Reset password" }));
  return { log, router };
}

test.each(["/reset-psw#token=secret", "/reset-psw?token=secret"])(
  "%s: the token is hidden, the password set, and the login follows after 3 s",
  async (at) => {
    const { log, router } = await reset(at, () => success(null));
    expect(router.createHref(router.state.location)).toBe("/reset-psw");
    await screen.findByText("Password reset successful! Redirecting to login...");
    expect(log.find(({ path }) => path === RESET)?.body).toEqual({
      token: "secret",
      newPassword: "long walks",
    });
    await act(() => vi.advanceTimersByTimeAsync(2_500));
    expect(router.state.location.pathname).toBe("/reset-psw");
    await act(() => vi.advanceTimersByTimeAsync(600));
    expect(router.state.location.pathname).toBe("/login");
  },
);

test.each<[string, () => Response, string]>([
  [
    "a used link",
    () => failure(422, "auth.reset_invalid", "Invalid or missing reset token"),
    "Invalid or missing reset token",
  ],
  [
    "a password that is too common, beside its field",
    () =>
      failure(422, "request.invalid", "Check it.", { newPassword: "This password is too common." }),
    "This password is too common.",
  ],
  [
    "an answer that is no envelope",
    () => new Response("oops", { status: 500 }),
    "Failed to reset password",
  ],
])("%s", async (_what, answer, message) => {
  await reset("/reset-psw#token=secret", answer);
  expect((await screen.findAllByText(message))[0]).toBeVisible();
});

test("without a token the form cannot be sent", () => {
  mockServer({ "GET /api/site": site });
  renderRoutes(routes, "/reset-psw");
  expect(screen.getByText("Invalid or missing reset token")).toBeVisible();
  expect(screen.getByRole("button", { name: "Reset password" })).toBeDisabled();
});
