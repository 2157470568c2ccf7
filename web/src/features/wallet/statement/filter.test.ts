import { expect, test } from "vitest";
import { recentMonths } from "@/lib/format/months";
import { downloadDays, queryOf } from "./filter";

test("a month is asked for from its first to its last day", () => {
  expect(queryOf({ month: "2028-02" })).toEqual({ from: "2028-02-01", to: "2028-02-29" });
  expect(queryOf({ month: "2026-12", kind: "in", unit: "gbp" })).toEqual({
    kind: "in",
    unit: "gbp",
    from: "2026-12-01",
    to: "2026-12-31",
  });
  expect(queryOf({})).toEqual({});
});

test("without a month, a year up to today is downloaded", () => {
  const days = (now: string) => downloadDays(undefined, new Date(now));
  expect(days("2026-03-02T10:00:00Z")).toEqual({ from: "2025-03-03", to: "2026-03-02" });
  // It is tomorrow in London already.
  expect(days("2026-06-30T23:30:00Z")).toEqual({ from: "2025-07-02", to: "2026-07-01" });
  expect(downloadDays("2026-03")).toEqual({ from: "2026-03-01", to: "2026-03-31" });
});

test("the present month and those before it can be chosen", () => {
  const months = recentMonths(new Date("2026-02-28T10:00:00Z"));
  expect(months.slice(0, 3)).toEqual(["2026-02", "2026-01", "2025-12"]);
  expect(months).toHaveLength(24);
});
