import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { queryKey } from "@/lib/api";
import { createAppQueryClient } from "@/lib/api/query-client";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { useFollow } from "./use-follow";

const FOLLOW = "POST /api/follows/follow/dev";
const KEY = queryKey("/api/users/basic/profile/{id}", { path: { id: "dev" } });
const dev = { id: "dev", is_following: false, total_followers: 41 };

afterEach(() => vi.unstubAllGlobals());

/** Follows from a card without a count, while the cache holds a profile with one. */
function followFromCard(answer: () => Promise<Response>) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  mockServer({ [FOLLOW]: answer });
  const queryClient = createAppQueryClient();
  queryClient.setQueryData(KEY, dev);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useFollow({ id: "dev", is_following: false }), { wrapper });
  act(() => result.current());
  return () => queryClient.getQueryData(KEY);
}

test("a count rises by one until the server responds", async () => {
  let reply: (response: Response) => void = () => undefined;
  const cached = followFromCard(
    () =>
      new Promise((resolve) => {
        reply = resolve;
      }),
  );
  expect(cached()).toEqual({ ...dev, is_following: true, total_followers: 42 });
  await waitFor(() => {
    reply(success({ following: true, total_followers: 57 }));
    expect(cached()).toEqual({ ...dev, is_following: true, total_followers: 57 });
  });
});

test("a refusal restores the count", async () => {
  const cached = followFromCard(async () => failure(503, "request.busy"));
  await waitFor(() => expect(cached()).toEqual(dev));
});
