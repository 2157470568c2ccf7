import { expect, test } from "vitest";
import { safeNext } from "./safe-next";

test.each([
  [null, "/explore"],
  ["", "/explore"],
  ["/bookings?tab=inward", "/bookings?tab=inward"],
  ["//evil.example", "/explore"],
  ["/\\evil.example", "/explore"],
  ["https://evil.example", "/explore"],
  ["javascript:alert(1)", "/explore"],
])("after signing in, %j leads to %s", (next, path) => expect(safeNext(next)).toBe(path));
