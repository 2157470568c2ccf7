import { expect, test } from "vitest";
import { api, pathOf, queryKey } from ".";
import { createAppQueryClient } from "./query-client";

test("absent, empty and missing parameters give one key", () => {
  const plain = ["get", "/api/wallet/balance"];
  expect(queryKey("/api/wallet/balance")).toEqual(plain);
  expect(queryKey("/api/wallet/balance", {})).toEqual(plain);
  expect(api.queryOptions("get", "/api/wallet/balance").queryKey).toEqual(plain);
  expect(api.queryOptions("get", "/api/wallet/balance", {}).queryKey).toEqual(plain);
});

test("a query's key equals the helper's, and the path matches all", () => {
  const params = { path: { id: 7 } };
  const { queryKey: read } = api.queryOptions("get", "/api/bookings/{id}", { params });
  expect(read).toEqual(queryKey("/api/bookings/{id}", params));
  expect(read).not.toEqual(queryKey("/api/bookings/{id}", { path: { id: 8 } }));
  expect(pathOf(read)).toBe("/api/bookings/{id}");

  const queryClient = createAppQueryClient();
  queryClient.setQueryData(read, {});
  queryClient.setQueryData(queryKey("/api/wallet/balance"), {});
  const found = queryClient.getQueryCache().findAll({ queryKey: queryKey("/api/bookings/{id}") });
  expect(found.map((query) => query.queryKey)).toEqual([read]);
});
