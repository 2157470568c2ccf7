import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LiveStatus } from "./hub";
import type { StreamEvent } from "./parse";
import { shareAmongTabs, type Tabs } from "./tabs";

const EVENT: StreamEvent = { id: "7", name: "message", data: '{"kind":"wallet"}' };
const LIVE: LiveStatus = { state: "live", heldBack: false };
const turn = () => new Promise((resolve) => setTimeout(resolve));

/** A fake of the Web Locks API, as far as it is used here. */
function fakeLocks() {
  let holder: Promise<unknown> | null = null;
  const waiting: (() => void)[] = [];
  type Task = (lock: object | null) => unknown;
  const hold = async (task: Task) => {
    const held = Promise.resolve(task({}));
    holder = held;
    const result = await held;
    holder = null;
    waiting.shift()?.();
    return result;
  };
  return {
    request: (_: string, { ifAvailable, signal }: LockOptions, task: Task) => {
      if (!holder) return hold(task);
      if (ifAvailable) return Promise.resolve(task(null));
      return new Promise((resolve, reject) => {
        const go = () => resolve(hold(task));
        waiting.push(go);
        signal?.addEventListener("abort", () => {
          waiting.splice(waiting.indexOf(go), 1);
          reject(new DOMException("", "AbortError"));
        });
      });
    },
  };
}

/** A fake of `BroadcastChannel`; no channel hears itself. */
function fakeChannels() {
  const all = new Set<Channel>();
  class Channel {
    onmessage?: (message: { data: unknown }) => void;
    constructor() {
      all.add(this);
    }
    postMessage(data: unknown) {
      for (const other of all) if (other !== this) other.onmessage?.({ data });
    }
    close() {
      all.delete(this);
    }
  }
  return Channel;
}

/** Opens a tab, and records what it receives. */
function openTab() {
  const end = new AbortController();
  const tab = {
    leads: null as Tabs | null,
    joined: false,
    heard: [] as unknown[],
    status: null as LiveStatus | null,
    close: () => end.abort(),
    done: Promise.resolve(),
  };
  tab.done = shareAmongTabs({
    name: "live:ana",
    signal: end.signal,
    status: () => LIVE,
    onEvent: (event, previous) => tab.heard.push([event, previous]),
    onStatus: (status) => {
      tab.status = status;
    },
    onJoin: () => {
      tab.joined = true;
    },
    lead: (tabs) =>
      new Promise((resolve) => {
        tab.leads = tabs;
        end.signal.addEventListener("abort", () => resolve());
      }),
  });
  return tab;
}

beforeEach(() => {
  vi.stubGlobal("navigator", { locks: fakeLocks() });
  vi.stubGlobal("BroadcastChannel", fakeChannels());
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test("one tab holds the stream, and the others hear it", async () => {
  const [first, second, third] = [openTab(), openTab(), openTab()];
  await turn();
  expect([first, second, third].map(({ leads }) => leads !== null)).toEqual([true, false, false]);
  expect([first, second, third].map(({ joined }) => joined)).toEqual([false, true, true]);
  // A joining tab is told the status.
  expect([first, second, third].map(({ status }) => status)).toEqual([null, LIVE, LIVE]);
  first.leads?.sendEvent(EVENT, "6");
  expect(first.heard).toEqual([]);
  expect(second.heard).toEqual([[EVENT, "6"]]);
  expect(third.heard).toEqual([[EVENT, "6"]]);
  first.leads?.sendStatus({ state: "offline", heldBack: false });
  expect(third.status?.state).toBe("offline");
});

test("when the leading tab closes, another takes over", async () => {
  const [first, second, third] = [openTab(), openTab(), openTab()];
  await turn();
  first.close();
  await first.done;
  await turn();
  expect([second, third].map(({ leads }) => leads !== null)).toEqual([true, false]);
  second.leads?.sendEvent(EVENT, "6");
  expect(third.heard).toHaveLength(1);
  expect(first.heard).toEqual([]);
});

test("a tab closed while waiting leaves nothing behind", async () => {
  const [first, second, third] = [openTab(), openTab(), openTab()];
  await turn();
  second.close();
  await second.done;
  first.close();
  await turn();
  expect([second, third].map(({ leads }) => leads !== null)).toEqual([false, true]);
});

test("without locks, as without https, each tab has its own stream", async () => {
  vi.stubGlobal("navigator", {});
  const [first, second] = [openTab(), openTab()];
  await turn();
  expect([first, second].map(({ leads }) => leads !== null)).toEqual([true, true]);
});
