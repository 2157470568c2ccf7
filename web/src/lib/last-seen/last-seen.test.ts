import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { queryKey } from "@/lib/api";
import { clearStorage, storeTokens } from "@/lib/session";
import { fakeToken } from "@/test/jwt";

const database = new Map<string, unknown>();
vi.mock("idb-keyval", () => ({
  createStore: () => undefined,
  get: async (name: string) => structuredClone(database.get(name)),
  update: async (name: string, change: (value: unknown) => unknown) => {
    database.set(name, structuredClone(change(structuredClone(database.get(name)))));
  },
  del: async (name: string) => database.delete(name),
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

/** Stores data as a member sees it, and lets time pass. */
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

test("seen data is restored", async () => {
  await see(CONVERSATIONS, [{ user_id: "u2" }]);
  expect(await restored(CONVERSATIONS)).toEqual([{ user_id: "u2" }]);
});

test("a failed load shows the last seen data", async () => {
  await see(CONVERSATIONS, ["seen"]);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const queryFn = () => Promise.reject(new Error("no network"));
  await client.prefetchQuery({ queryKey: CONVERSATIONS, queryFn });
  expect(client.getQueryState(CONVERSATIONS)?.status).toBe("error");
  await restoreLastSeen(client);
  expect(client.getQueryState(CONVERSATIONS)).toMatchObject({ status: "success", data: ["seen"] });
});

test("newer data stays", async () => {
  await see(CONVERSATIONS, ["old"]);
  const client = new QueryClient();
  client.setQueryData(CONVERSATIONS, ["new"], { updatedAt: Date.now() + 1_000 });
  await restoreLastSeen(client);
  expect(client.getQueryData(CONVERSATIONS)).toEqual(["new"]);
});

test("data of an earlier visit stays beside new data", async () => {
  await see(CONVERSATIONS, ["earlier"]);
  await see(queryKey("/api/site"), { name: "Sparkyard" });
  expect(await restored(CONVERSATIONS)).toEqual(["earlier"]);
  await see(CONVERSATIONS, ["later"]);
  expect(await restored(CONVERSATIONS)).toEqual(["later"]);
});

test("each path keeps its own number of entries", async () => {
  const site = queryKey("/api/site");
  const profile = (id: number) =>
    queryKey("/api/users/basic/profile/{id}", { path: { id: String(id) } });
  await see(site, { name: "Sparkyard" });
  for (let id = 1; id <= 100; id += 1) await see(profile(id), { id });
  expect(await restored(site)).toEqual({ name: "Sparkyard" });
  expect(await restored(profile(91))).toEqual({ id: 91 });
  expect(await restored(profile(90))).toBeUndefined();
});

test("a search does not replace the list", async () => {
  const search = [...queryKey("/api/message/chat/history/users", { query: { q: "tap" } }), "pages"];
  await see(CONVERSATIONS, ["all"]);
  await see(search, ["found"]);
  expect(await restored(CONVERSATIONS)).toEqual(["all"]);
  expect(await restored(search)).toBeUndefined();
});

test("money and very long responses are not kept", async () => {
  await see(BALANCE, { balance: 12 });
  await see(CONVERSATIONS, "x".repeat(500_000));
  expect(JSON.stringify([...database.values()])).not.toMatch(/"balance"|xxx/);
});

test("data is per account, and ends with the session or a month", async () => {
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

test("nothing is written after a sign-out", async () => {
  const client = new QueryClient();
  keepLastSeen(client);
  client.setQueryData(CONVERSATIONS, ["private"]);
  clearStorage();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(database.size).toBe(0);
});
