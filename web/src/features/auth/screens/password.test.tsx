import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { Component } from "./password";

const CHANGE_OPERATION = "PUT /api/users/change/password";
const secondFactor = (enabled: boolean) => () =>
  success({ enabled, recovery_codes_left: 0, required: false, kinds: ["totp"] });

afterEach(() => vi.unstubAllGlobals());

async function submitChange(answer: () => Response | Promise<Response>, enabled = false) {
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["auth"] }),
    "GET /api/auth/second-factor": secondFactor(enabled),
    [CHANGE_OPERATION]: answer,
  });
  renderRoutes([{ path: "/settings/password", Component }], "/settings/password");
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Current password"), "old walks");
  await user.type(screen.getByLabelText("New password"), "long walks");
  await user.type(screen.getByLabelText("Confirm new password"), "long walks");
  if (enabled) await user.type(await screen.findByLabelText("Code"), "123456");
  await user.click(screen.getByRole("button", { name: "Change password" }));
  return log;
}

test("changes the password and clears the form", async () => {
  const log = await submitChange(() => success(null));
  expect(await screen.findByText("Password reset was successful!")).toBeVisible();
  expect(log.find(({ path }) => path === CHANGE_OPERATION)?.body).toEqual({
    password: "old walks",
    newPassword: "long walks",
  });
  expect(screen.getByLabelText("Current password")).toHaveValue("");
});

test("sends a second-factor code where one is set up", async () => {
  const log = await submitChange(() => success(null), true);
  await screen.findByText("Password reset was successful!");
  expect(log.find(({ path }) => path === CHANGE_OPERATION)?.body).toMatchObject({ code: "123456" });
});

test("asks for a code when the server requires one", async () => {
  await submitChange(() => failure(403, "auth.second_factor_required", "Enter the code."));
  expect(await screen.findByLabelText("Code")).toBeVisible();
  expect(screen.getByText("Enter the code.")).toBeVisible();
});

test.each<[string, () => Response | Promise<Response>, string]>([
  [
    "a wrong password, beside its field",
    () => failure(422, "auth.wrong_password", "No.", { password: "That is not your password." }),
    "That is not your password.",
  ],
  [
    "an answer that is no envelope",
    () => new Response("x", { status: 500 }),
    "Something went wrong!",
  ],
])("%s", async (_what, answer, message) => {
  await submitChange(answer);
  expect((await screen.findAllByText(message))[0]).toBeVisible();
});
