import { expect, test } from "vitest";
import { byDay, inOrder, lastUnbroken, withArrived } from "./arrange";

const message = (seq: number, content = `m${seq}`) => ({ id: `id-${seq}`, seq, content });
const seqs = (messages: { seq: number }[]) => messages.map(({ seq }) => seq);

test("messages are ordered by the conversation, without duplicates", () => {
  const mixed = [message(3), message(1), message(2), message(3, "changed")];
  expect(inOrder(mixed)).toEqual([message(1), message(2), message(3, "changed")]);
});

test("a day follows the community's clock, not UTC", () => {
  const at = (created_at: string) => ({ created_at });
  const days = byDay([
    at("2026-06-01T12:00:00Z"),
    // Half past midnight in British Summer Time.
    at("2026-06-01T23:30:00Z"),
    at("2026-06-02T08:00:00Z"),
    at("2026-06-04T08:00:00Z"),
  ]);
  expect(days.map(({ key, items }) => [key, items.length])).toEqual([
    ["2026-06-01", 1],
    ["2026-06-02", 2],
    ["2026-06-04", 1],
  ]);
  expect(byDay([])).toEqual([]);
});

test("new messages join the newest page, known ones are replaced", () => {
  const pages = [
    [message(3), message(4)],
    [message(1), message(2)],
  ];
  const merged = withArrived(pages, [message(6), message(5), message(2, "read"), message(4)]);
  expect(merged.map(seqs)).toEqual([
    [3, 4, 5, 6],
    [1, 2],
  ]);
  expect(merged[1]?.[1]?.content).toBe("read");
  // A repeated arrival changes nothing.
  expect(withArrived(merged, [message(5), message(6)])).toEqual(merged);
  expect(withArrived([[]], [message(1)]).map(seqs)).toEqual([[1]]);
});

test.each([
  ["nothing", [], 0, 0],
  ["all of a conversation", [1, 2, 3], 0, 3],
  ["its newest page", [7, 8, 9], 6, 9],
  ["one's own behind what the other wrote meanwhile", [1, 2, 4, 5], 0, 2],
  ["one's own alone, where the other wrote first", [2], 0, 0],
])("of %s, returns the last place before a gap", (_, known, before, last) => {
  expect(
    lastUnbroken(
      known.map((seq) => message(seq)),
      before,
    ),
  ).toBe(last);
});
