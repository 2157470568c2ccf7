import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { Component } from "./forgot-psw";

const FORGOT_OPERATION = "POST /api/auth/forgot/password";
const site = () => success({ name: "Sparkyard", modules: ["auth"], demo: false });

beforeEach(() => vi.stubGlobal("matchMedia", () => ({ matches: true })));
afterEach(() => vi.unstubAllGlobals());

async function submitAddress(answer: () => Response | Promise<Response>) {
  const log = mockServer({ "GET /api/site": site, [FORGOT_OPERATION]: answer });
  renderRoutes([{ path: "/forgot-psw", Component }], "/forgot-psw");
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Email"), " ana@example.org ");
  await user.click(screen.getByRole("button", { name: "Send link" }));
  return log;
}

test("the server's answer is shown", async () => {
  const log = await submitAddress(() => success(null, "We have sent it a link."));
  expect(await screen.findByText("We have sent it a link.")).toBeVisible();
  expect(log.find(({ path }) => path === FORGOT_OPERATION)?.body).toEqual({
    email: "ana@example.org",
  });
  expect(screen.getByRole("button", { name: "Send it again" })).toBeVisible();
});

test.each<[string, () => Response | Promise<Response>, string]>([
  ["a refusal in its own words", () => failure(429, "request.too_many", "Wait."), "Wait."],
  [
    "an answer that is no envelope",
    () => new Response("<h1>Bad gateway</h1>", { status: 502 }),
    "Failed to process request",
  ],
  ["a success without a message", () => success(null), "Invalid response format"],
  [
    "a lost connection",
    () => Promise.reject(new TypeError("Failed to fetch")),
    "We can't reach the server. Check your connection and try again.",
  ],
])("%s", async (_what, answer, message) => {
  await submitAddress(answer);
  expect(await screen.findByText(message)).toBeVisible();
});

test.each([
  [false, true],
  [true, false],
])("a missing mail server is announced (delivers mail: %s)", async (delivers, announced) => {
  const facts = { name: "Sparkyard", modules: ["auth"], demo: false, delivers_mail: delivers };
  mockServer({ "GET /api/site": () => success(facts) });
  renderRoutes([{ path: "/forgot-psw", Component }], "/forgot-psw");
  const note = /cannot send emails yet/;
  if (announced) expect(await screen.findByText(note)).toBeVisible();
  else await expect(screen.findByText(note, {}, { timeout: 200 })).rejects.toThrow();
});
