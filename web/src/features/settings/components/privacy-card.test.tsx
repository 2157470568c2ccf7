import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { PrivacyCard } from "./privacy-card";

const GET = "GET /api/settings/privacy";
const PUT = "PUT /api/settings/privacy";

afterEach(() => vi.unstubAllGlobals());

function open(answers: Parameters<typeof mockServer>[0]) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const choices = { readReceipts: true, linkPreview: false };
  const log = mockServer({ [GET]: () => success(choices), ...answers });
  renderRoutes([{ path: "/", Component: PrivacyCard }], "/#receipts");
  return { log, user: userEvent.setup() };
}

const toggle = () => screen.findByRole("switch", { name: "Read receipts" });

test("read receipts switch off at once, and their address focuses the switch", async () => {
  const { log, user } = open({ [PUT]: (body) => success(body) });
  expect(await toggle()).toBeChecked();
  await waitFor(async () => expect(await toggle()).toHaveFocus());
  await user.click(await toggle());
  expect(await toggle()).not.toBeChecked();
  await waitFor(() =>
    expect(log.filter(({ path }) => path === PUT).map(({ body }) => body)).toEqual([
      { readReceipts: false, linkPreview: false },
    ]),
  );
});

test("previews of links are off until they are switched on", async () => {
  const { log, user } = open({ [PUT]: (body) => success(body) });
  const previews = await screen.findByRole("switch", { name: /^Previews of links/ });
  expect(previews).not.toBeChecked();
  await user.click(previews);
  expect(previews).toBeChecked();
  await user.click(await toggle());
  await waitFor(() =>
    expect(log.filter(({ path }) => path === PUT).map(({ body }) => body)).toEqual([
      { readReceipts: true, linkPreview: true },
      { readReceipts: false, linkPreview: true },
    ]),
  );
});

test("a failed choice is reverted", async () => {
  const { user } = open({ [PUT]: () => failure(503, "request.busy") });
  await user.click(await toggle());
  await waitFor(async () => expect(await toggle()).toBeChecked());
});

test("a failed load offers a retry", async () => {
  const answers = [
    failure(403, "auth.forbidden"),
    success({ readReceipts: false, linkPreview: false }),
  ];
  const { user } = open({ [GET]: () => answers.shift() ?? failure(500, "no") });
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  expect(await toggle()).not.toBeChecked();
});
