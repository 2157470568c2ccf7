import { expect, test } from "vitest";
import { mergeThread } from "./merge";

const message = (seq: number, at: string) => ({
  id: `m${seq}`,
  seq,
  sender_id: "dev",
  receiver_id: "u1",
  content: "",
  created_at: at,
  mark_as_read: false,
  removed: false,
});
const entry = (key: string, at: string) => ({ key, at, text: "", node: null });
const keys = (...lists: Parameters<typeof mergeThread>) =>
  mergeThread(...lists).map(({ key }) => key);

test("entries stand between the messages by time", () => {
  const messages = [
    message(1, "2026-03-02T10:00:00.500Z"),
    message(2, "2026-03-02T11:00:00Z"),
    message(3, "2026-03-03T11:00:00Z"),
  ];
  const entries = [
    entry("accepted", "2026-03-02T12:00:00Z"),
    entry("asked", "2026-03-02T10:00:00.400Z"),
    entry("done", "2026-03-04T10:00:00Z"),
  ];
  expect(keys(messages, entries)).toEqual(["asked", "m1", "m2", "accepted", "m3", "done"]);
  expect(keys([], entries)).toEqual(["asked", "accepted", "done"]);
  expect(keys(messages, [])).toEqual(["m1", "m2", "m3"]);
});

test("messages keep their order, and come before simultaneous entries", () => {
  const moment = "2026-03-02T10:00:00Z";
  const messages = [message(1, moment), message(2, moment)];
  expect(keys(messages, [entry("asked", moment)])).toEqual(["m1", "m2", "asked"]);
});
