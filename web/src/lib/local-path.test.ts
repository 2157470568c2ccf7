import { expect, test } from "vitest";
import { localPath } from "./local-path";

test.each([
  [null, "/explore"],
  ["", "/explore"],
  ["/bookings?tab=inward", "/bookings?tab=inward"],
  ["/book-service?user=a&skill=b#pay", "/book-service?user=a&skill=b#pay"],
  ["//evil.example", "/explore"],
  ["/\\evil.example", "/explore"],
  ["/\t/evil.example", "/explore"],
  ["https://evil.example", "/explore"],
  ["javascript:alert(1)", "/explore"],
])("%j leads to %s", (target, path) => expect(localPath(target, "/explore")).toBe(path));
