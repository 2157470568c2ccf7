import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutesWithToasts, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component } from "./devices";

const END_OTHERS = "DELETE /api/auth/sessions";
const device = (id: string, current: boolean) => ({
  id,
  device: "Firefox on Linux",
  address: "192.0.2.7",
  created_at: "2026-03-02T10:00:00Z",
  last_seen_at: "2026-03-02T10:00:00Z",
  current,
});

afterEach(() => vi.unstubAllGlobals());

async function ask(address: string | undefined) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const ended: string[] = [];
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["auth", "bookings"] }),
    "GET /api/auth/sessions": () => success([device("a", true), device("b", false)]),
    "GET /api/bookings/calendar/own": () => success({ address }),
    [END_OTHERS]: () => success({ ended: 1 }),
  });
  const answer = globalThis.fetch;
  vi.stubGlobal("fetch", (request: Request) => {
    const { pathname, search } = new URL(request.url);
    if (`${request.method} ${pathname}` === END_OTHERS) ended.push(search);
    return answer(request);
  });
  renderRoutesWithToasts([{ path: "/", Component }], "/");
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: /^Sign Out From All/ }));
  return { user, ended, log, dialog: within(await screen.findByRole("dialog")) };
}

test("signing out other devices can revoke the calendar address", async () => {
  const { user, ended, dialog } = await ask("https://example.org/api/calendar/x.ics");
  await user.click(await dialog.findByRole("checkbox", { name: /my calendar/ }));
  await user.click(dialog.getByRole("button", { name: "Sign out the others" }));
  await screen.findByText("1 device was signed out");
  expect(ended).toEqual(["?revoke_access=true"]);
});

test("without a calendar address the option is absent", async () => {
  const { user, ended, log, dialog } = await ask(undefined);
  await waitFor(() =>
    expect(log.map(({ path }) => path)).toContain("GET /api/bookings/calendar/own"),
  );
  expect(dialog.queryByRole("checkbox")).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Sign out the others" }));
  await screen.findByText("1 device was signed out");
  expect(ended).toEqual(["?revoke_access=false"]);
});
