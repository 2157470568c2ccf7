import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { useOwnProfile, useProfileCache } from "@/lib/profile";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { VisibilityCard } from "./visibility-card";

const PUT = "PUT /api/users/visibility";
const READ_OPERATION = "GET /api/users/profile/u1";

const profile = { id: "u1", firstname: "Ana", visible: true } as Schemas["Profile"];

afterEach(() => vi.unstubAllGlobals());

/** The card beside another control that changes the profile. */
function Page() {
  const { data } = useOwnProfile();
  const cache = useProfileCache();
  if (!data) return null;
  return (
    <>
      <h1>{data.firstname}</h1>
      <button type="button" onClick={() => cache.change("u1", { firstname: "Anna" })}>
        Rename
      </button>
      <VisibilityCard profile={data} />
    </>
  );
}

function open(put: Parameters<typeof mockServer>[0][string], get: () => Response) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({ [READ_OPERATION]: get, [PUT]: put });
  const router = renderRoutes(
    [
      { path: "/", Component: Page },
      { path: "/elsewhere", element: <h1>Elsewhere</h1> },
    ],
    "/",
  );
  const times = (path: string) => log.filter((sent) => sent.path === path).length;
  return { log, times, router, user: userEvent.setup() };
}

const toggle = () => screen.findByRole("switch", { name: "Make yourself visible to clients" });

test("presses are sent one by one, then the profile is reloaded", async () => {
  const waiting: (() => void)[] = [];
  let saved = profile;
  const { log, times, user } = open(
    (body) =>
      new Promise((resolve) => {
        waiting.push(() => {
          saved = { ...saved, ...(body as { visible: boolean }) };
          resolve(success(null));
        });
      }),
    () => success(saved),
  );
  await user.click(await toggle());
  expect(await toggle()).not.toBeChecked();
  await user.click(await toggle());
  expect(await toggle()).toBeChecked();
  expect(times(PUT)).toBe(1);
  await act(async () => waiting.shift()?.());
  await waitFor(() => expect(times(PUT)).toBe(2));
  expect(times(READ_OPERATION)).toBe(1);
  expect(await toggle()).toBeChecked();
  await act(async () => waiting.shift()?.());
  await waitFor(() => expect(times(READ_OPERATION)).toBe(2));
  expect(log.filter(({ path }) => path === PUT).map(({ body }) => body)).toEqual([
    { visible: false },
    { visible: true },
  ]);
  expect(await toggle()).toBeChecked();
});

test("a refusal reverts the switch only", async () => {
  let refuse: () => void = () => undefined;
  let loads = 0;
  const { user } = open(
    () =>
      new Promise((resolve) => {
        refuse = () => resolve(failure(503, "request.busy"));
      }),
    // Answers only the first load, so that the test sees the state after the refusal.
    () => (loads++ === 0 ? success(profile) : failure(400, "no")),
  );
  await user.click(await toggle());
  await user.click(screen.getByRole("button", { name: "Rename" }));
  await act(async () => refuse());
  await waitFor(async () => expect(await toggle()).toBeChecked());
  expect(screen.getByRole("heading", { name: "Anna" })).toBeVisible();
});

test("a refusal after leaving shows on return", async () => {
  let refuse: () => void = () => undefined;
  const { router, user } = open(
    () =>
      new Promise((resolve) => {
        refuse = () => resolve(failure(503, "request.busy"));
      }),
    () => success(profile),
  );
  await user.click(await toggle());
  await act(() => router.navigate("/elsewhere"));
  await act(async () => refuse());
  await act(() => router.navigate("/"));
  await waitFor(async () => expect(await toggle()).toBeChecked());
});
