import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAppQueryClient } from "@/lib/api/query-client";
import { actFor, storeTokens } from "@/lib/session";
import { fakeToken } from "@/test/jwt";
import { type LiveEvent, onLive, useLive, useLiveStatus } from "./hub";
import { startLive } from "./start";

const turn = () => new Promise((resolve) => setTimeout(resolve, 20));

interface Stream {
  query: string;
  authorization: string | null;
  push: (text: string) => void;
  end: () => void;
  isOpen: () => boolean;
}

let streams: Stream[] = [];
let received: LiveEvent[] = [];
let stops: (() => void)[] = [];

beforeEach(() => {
  [streams, received] = [[], []];
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  vi.stubGlobal("fetch", async (request: Request) => {
    let open = true;
    const encoder = new TextEncoder();
    let controller: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start: (given) => {
        controller = given;
      },
    });
    request.signal.addEventListener("abort", () => {
      open = false;
      controller.error(request.signal.reason);
    });
    streams.push({
      query: new URL(request.url).search,
      authorization: request.headers.get("Authorization"),
      push: (text) => controller.enqueue(encoder.encode(text)),
      end: () => controller.close(),
      isOpen: () => open,
    });
    return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
  });
  stops = [onLive((event) => received.push(event))];
});

afterEach(() => {
  for (const stop of stops) stop();
  vi.unstubAllGlobals();
});

async function start(): Promise<Stream> {
  stops.push(startLive(createAppQueryClient()));
  await turn();
  return streams.at(-1) as Stream;
}

test("passes on events since the page load", async () => {
  const stream = await start();
  expect(stream.query).toMatch(/^\?recent=\d+$/);
  expect(stream.authorization).toMatch(/^Bearer /);
  stream.push('id: 5\nevent: hello\ndata: {}\n\nid: 6\ndata: {"kind":"wallet"}\n\n');
  stream.push(':\n\ndata: {"kind":"typing","user_id":"bo"}\n\n');
  await turn();
  expect(received).toEqual([{ kind: "wallet" }, { kind: "typing", user_id: "bo" }]);
});

test("possibly missed events cause a reset", async () => {
  const stream = await start();
  stream.push("id: 900\nevent: reset\ndata: {}\n\n");
  await turn();
  expect(received).toEqual([{ kind: "reset" }]);
});

test("a second tab catches up, then hears from the first", async () => {
  let channel: { onmessage?: (message: { data: unknown }) => void } = {};
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      constructor() {
        channel = this as typeof channel;
      }
      postMessage() {}
      close() {}
    },
  );
  // Another tab has the lock, and keeps it.
  const request = (_: string, { ifAvailable }: LockOptions, task: (lock: null) => unknown) =>
    ifAvailable ? Promise.resolve(task(null)) : new Promise(() => undefined);
  vi.stubGlobal("navigator", { locks: { request } });
  const hear = (id: string, previous: string) => {
    const event = { id, name: "message", data: '{"kind":"wallet"}' };
    channel.onmessage?.({ data: { type: "event", event, previous } });
  };

  const first = await start();
  expect(first.query).toMatch(/^\?recent=\d+&once=true$/);
  first.push('id: 5\nevent: hello\ndata: {}\n\nid: 6\ndata: {"kind":"wallet"}\n\n');
  first.end();
  await turn();
  hear("7", "6");
  expect(received).toHaveLength(2);
  await turn();
  expect(streams).toHaveLength(1);
  // This tab has missed 8 and 9.
  hear("10", "9");
  await turn();
  expect(streams[1]?.query).toBe("?after=7&once=true");
  hear("11", "10");
  await turn();
  expect(streams).toHaveLength(2);
});

test("no stream is opened while acting for a neighbour", async () => {
  actFor({ id: "u3", name: "Mabel Moss" });
  stops.push(() => actFor(null));
  const request = await start();
  expect(request.query).toMatch(/^\?recent=\d+&once=true$/);
});

test("the stream ends when it is stopped", async () => {
  const stream = await start();
  stops.pop()?.();
  expect(stream.isOpen()).toBe(false);
  await turn();
  expect(streams).toHaveLength(1);
});

function Page({ onBooking }: { onBooking: (id: number) => void }) {
  useLive("booking", ({ id }) => onBooking(id));
  return <p>{useLiveStatus().state}</p>;
}

test("components hear the events they subscribe to, and the status", async () => {
  const heard: number[] = [];
  const { unmount } = render(<Page onBooking={(id) => heard.push(id)} />);
  expect(screen.getByText("polling")).toBeInTheDocument();
  const stream = await start();
  stream.push("id: 5\nevent: hello\ndata: {}\n\n");
  stream.push('id: 6\ndata: {"kind":"wallet"}\n\n');
  stream.push('id: 7\ndata: {"kind":"booking","id":7,"status":"accepted"}\n\n');
  expect(await screen.findByText("live")).toBeInTheDocument();
  expect(heard).toEqual([7]);
  unmount();
  stream.push('id: 8\ndata: {"kind":"booking","id":8,"status":"accepted"}\n\n');
  await turn();
  expect(heard).toEqual([7]);
});
