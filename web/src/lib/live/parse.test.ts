import { expect, test } from "vitest";
import { createParser, type StreamEvent } from "./parse";

const STREAM = [
  "id: 16\nevent: hello\ndata: {}\n\n",
  ":\n\n",
  'id: 17\ndata: {"kind":"booking","id":7,"status":"pending"}\n\n',
  ":\n\n",
  'data: {"kind":"typing","user_id":"ana: née \u00fcber"}\n\n',
].join("");

const EVENTS: StreamEvent[] = [
  { id: "16", name: "hello", data: "{}" },
  { id: "17", name: "message", data: '{"kind":"booking","id":7,"status":"pending"}' },
  { name: "message", data: '{"kind":"typing","user_id":"ana: née \u00fcber"}' },
];

function parseInPieces(size: number): StreamEvent[] {
  const events: StreamEvent[] = [];
  const feed = createParser((event) => events.push(event));
  for (let at = 0; at < STREAM.length; at += size) feed(STREAM.slice(at, at + size));
  return events;
}

test.each([1, 2, 3, 7, 50, 1_000])("finds the same events in chunks of %i", (size) => {
  expect(parseInPieces(size)).toEqual(EVENTS);
});

test("a truncated event is ignored", () => {
  const events: StreamEvent[] = [];
  createParser((event) => events.push(event))('id: 18\ndata: {"kind":"wall');
  expect(events).toEqual([]);
});
