import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAppQueryClient } from "@/lib/api/query-client";
import { storeTokens } from "@/lib/session";
import { fakeToken } from "@/test/jwt";
import { type LiveEvent, onLive, useLive, useLiveStatus } from "./hub";
import { startLive } from "./start";

const KEY = "live:u1";
const turn = () => new Promise((resolve) => setTimeout(resolve, 20));

interface Stream {
  query: string;
  authorization: string | null;
  push: (text: string) => void;
  isOpen: () => boolean;
}

let streams: Stream[] = [];
let told: LiveEvent[] = [];
let stops: (() => void)[] = [];

beforeEach(() => {
  [streams, told] = [[], []];
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
      isOpen: () => open,
    });
    return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
  });
  stops = [onLive((event) => told.push(event))];
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

test("tells what comes and remembers how far it has got", async () => {
  const stream = await start();
  expect(stream.query).toBe("");
  expect(stream.authorization).toMatch(/^Bearer /);
  stream.push('id: 5\nevent: hello\ndata: {}\n\nid: 6\ndata: {"kind":"wallet"}\n\n');
  stream.push(':\n\ndata: {"kind":"typing","user_id":"bo"}\n\n');
  await turn();
  // What was on screen before is of a time that is not known.
  expect(told).toEqual([{ kind: "reset" }, { kind: "wallet" }, { kind: "typing", user_id: "bo" }]);
  expect(localStorage.getItem(KEY)).toBe("6");
});

test("a page that is opened later goes on where the last one was", async () => {
  localStorage.setItem(KEY, "6");
  const stream = await start();
  expect(stream.query).toBe("?after=6");
  stream.push('id: 6\nevent: hello\ndata: {}\n\nid: 7\ndata: {"kind":"wallet"}\n\n');
  await turn();
  expect(told).toEqual([{ kind: "wallet" }]);
});

test("what may have been missed is told as such", async () => {
  localStorage.setItem(KEY, "6");
  const stream = await start();
  stream.push("id: 900\nevent: reset\ndata: {}\n\n");
  await turn();
  expect(told).toEqual([{ kind: "reset" }]);
  expect(localStorage.getItem(KEY)).toBe("900");
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

test("components hear what they asked for, and how news come", async () => {
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
