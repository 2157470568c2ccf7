import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { queryKey } from "@/lib/api";
import { clearStorage, storeTokens } from "@/lib/session";
import { fakeToken } from "@/test/jwt";

const database = new Map<string, unknown>();
vi.mock("idb-keyval", () => ({
  createStore: () => undefined,
  get: async (name: string) => structuredClone(database.get(name)),
  set: async (name: string, value: unknown) => {
    database.set(name, structuredClone(value));
  },
  clear: async () => database.clear(),
}));

const { forgetLastSeen, keepLastSeen, restoreLastSeen } = await import(".");

const CONVERSATIONS = queryKey("/api/message/chat/history/users");
const BALANCE = queryKey("/api/wallet/balance");

beforeEach(() => {
  database.clear();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  signIn("u1");
});

function signIn(id: string) {
  storeTokens({ accessToken: fakeToken({ id, expiresIn: 900 }), refreshToken: "r" });
}

/** Somebody sees something, and a while passes. */
async function see(key: readonly unknown[], data: unknown) {
  const client = new QueryClient();
  const stop = keepLastSeen(client);
  client.setQueryData(key, data);
  await vi.advanceTimersByTimeAsync(3_000);
  stop();
}

async function restored(key: readonly unknown[]) {
  const client = new QueryClient();
  await restoreLastSeen(client);
  return client.getQueryData(key);
}

test("what was seen is there again", async () => {
  await see(CONVERSATIONS, [{ user_id: "u2" }]);
  expect(await restored(CONVERSATIONS)).toEqual([{ user_id: "u2" }]);
});

test("what failed is shown as it was last seen", async () => {
  await see(CONVERSATIONS, ["seen"]);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const queryFn = () => Promise.reject(new Error("no network"));
  await client.prefetchQuery({ queryKey: CONVERSATIONS, queryFn });
  expect(client.getQueryState(CONVERSATIONS)?.status).toBe("error");
  await restoreLastSeen(client);
  expect(client.getQueryState(CONVERSATIONS)).toMatchObject({ status: "success", data: ["seen"] });
});

test("what is newer stays", async () => {
  await see(CONVERSATIONS, ["old"]);
  const client = new QueryClient();
  client.setQueryData(CONVERSATIONS, ["new"], { updatedAt: Date.now() + 1_000 });
  await restoreLastSeen(client);
  expect(client.getQueryData(CONVERSATIONS)).toEqual(["new"]);
});

test("neither money nor anything very long is kept", async () => {
  await see(BALANCE, { balance: 12 });
  await see(CONVERSATIONS, "x".repeat(200_000));
  expect(JSON.stringify([...database.values()])).not.toMatch(/"balance"|xxx/);
});

test("nobody else sees it, and nobody at all after the session or a month", async () => {
  await see(CONVERSATIONS, ["private"]);
  signIn("u2");
  expect(await restored(CONVERSATIONS)).toBeUndefined();
  clearStorage();
  expect(await restored(CONVERSATIONS)).toBeUndefined();
  signIn("u1");
  expect(await restored(CONVERSATIONS)).toEqual(["private"]);
  vi.setSystemTime(Date.now() + 31 * 24 * 60 * 60 * 1_000);
  signIn("u1");
  expect(await restored(CONVERSATIONS)).toBeUndefined();
  await forgetLastSeen();
  expect(database.size).toBe(0);
});

test("nothing is written for somebody who has signed out meanwhile", async () => {
  const client = new QueryClient();
  keepLastSeen(client);
  client.setQueryData(CONVERSATIONS, ["private"]);
  clearStorage();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(database.size).toBe(0);
});
