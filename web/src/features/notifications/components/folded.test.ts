import { expect, test } from "vitest";
import type { Notice } from "../api/use-mark-read";
import { byDay } from "./folded";

const now = new Date("2026-03-04T12:00:00Z");

function notice(id: string, at: string, more: Partial<Notice> = {}): Notice {
  return {
    id,
    seq: 1,
    kind: "booking",
    title: id,
    description: "",
    link: "/inward-details/7",
    read: false,
    created_at: at,
    ...more,
  };
}

test("notices are grouped by day and subject", () => {
  const days = byDay(
    [
      notice("a", "2026-03-04T11:00:00Z"),
      notice("b", "2026-03-04T10:00:00Z", { link: "/inward-details/8" }),
      notice("c", "2026-03-04T09:00:00Z"),
      notice("d", "2026-03-04T08:00:00Z", { kind: "account" }),
      notice("e", "2026-03-03T23:30:00Z"),
      notice("f", "2026-03-01T23:30:00Z"),
    ],
    now,
  );
  const shown = days.map(({ name, folds }) => [
    name,
    ...folds.map(({ newest, earlier }) => [newest.id, ...earlier.map(({ id }) => id)].join("")),
  ]);
  expect(shown).toEqual([
    ["Today", "ac", "b", "d"],
    ["Yesterday", "e"],
    ["Sun 1 Mar", "f"],
  ]);
});

test("without notices there are no days", () => {
  expect(byDay([], now)).toEqual([]);
});
