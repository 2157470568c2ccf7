import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import type { Preferences } from "../preferences";
import { Component as Notify } from "./notify";

const PUT = "PUT /api/settings/notifications";

const choices: Preferences = {
  bookingMessages: false,
  orderUpdates: true,
  orderMessages: true,
  promotions: true,
  accountNotifications: true,
  marketingNotifications: true,
};

afterEach(() => vi.unstubAllGlobals());

function open(put: Parameters<typeof mockServer>[0][string]) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["notifications"] }),
    "GET /api/settings/notifications": () => success(choices),
    [PUT]: put,
  });
  renderRoutes([{ path: "/settings/notify", Component: Notify }], "/settings/notify");
  return { log, user: userEvent.setup() };
}

const toggle = (name: string) => screen.findByRole("switch", { name });

test("a switch is shown as done at once, and sent with all the others", async () => {
  const { log, user } = open((body) => success(body));
  await user.click(await toggle("Promotions"));
  expect(await toggle("Promotions")).not.toBeChecked();
  await user.click(await toggle("Booking messages"));
  await vi.waitFor(() => expect(log.filter(({ path }) => path === PUT)).toHaveLength(2));
  expect(log.at(-1)?.body).toEqual({ ...choices, promotions: false, bookingMessages: true });
});

test("a switch that could not be saved goes back, and only that one", async () => {
  const answers = [failure(503, "request.busy"), undefined];
  const { log, user } = open((body) => answers.shift() ?? success(body));
  await user.click(await toggle("Promotions"));
  await user.click(await toggle("Order updates"));
  await vi.waitFor(() => expect(log.filter(({ path }) => path === PUT)).toHaveLength(2));
  await vi.waitFor(async () => expect(await toggle("Promotions")).toBeChecked());
  expect(await toggle("Order updates")).not.toBeChecked();
});
