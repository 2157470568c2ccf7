import type { LiveStatus } from "./hub";
import type { StreamEvent } from "./parse";

/** Messages between the tab that holds the stream and the others. */
type Message =
  | { type: "event"; event: StreamEvent; previous: string | null }
  | { type: "status"; status: LiveStatus }
  | { type: "join" };

export interface Tabs {
  /** Passes on an event, to tabs that have reached `previous`. */
  sendEvent: (event: StreamEvent, previous: string | null) => void;
  sendStatus: (status: LiveStatus) => void;
}

interface Sharing {
  /** Name of lock and channel; one per member, since tabs of others are unrelated. */
  name: string;
  /** Called with an event that another tab received. */
  onEvent: (event: StreamEvent, previous: string | null) => void;
  onStatus: (status: LiveStatus) => void;
  /** Returns the current status, for a joining tab. */
  status: () => LiveStatus;
  /** Called when another tab holds the stream. */
  onJoin: () => void;
  /** Holds the stream while the tab lives; resolves when that is over. */
  lead: (tabs: Tabs) => Promise<void>;
  signal: AbortSignal;
}

/**
 * Lets one tab of the browser hold the stream and inform the others; when it closes, another takes
 * over. Browsers offer no locks on sites without https: there each tab has a stream of its own.
 */
export async function shareAmongTabs(sharing: Sharing): Promise<void> {
  const { name, lead, onJoin, signal } = sharing;
  const { locks } = navigator;
  if (!locks || !window.BroadcastChannel) {
    return lead({ sendEvent: () => undefined, sendStatus: () => undefined });
  }
  const channel = new BroadcastChannel(name);
  const post = (message: Message) => channel.postMessage(message);
  const tabs: Tabs = {
    sendEvent: (event, previous) => post({ type: "event", event, previous }),
    sendStatus: (status) => post({ type: "status", status }),
  };
  let leads = false;
  const takeOver = () => {
    leads = true;
    return lead(tabs);
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (signal.aborted) return;
    if (data.type === "join") {
      if (leads) tabs.sendStatus(sharing.status());
    } else if (!leads && data.type === "event") sharing.onEvent(data.event, data.previous);
    else if (!leads && data.type === "status") sharing.onStatus(data.status);
  };
  try {
    const led = await locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await takeOver();
      return lock !== null;
    });
    if (led || signal.aborted) return;
    onJoin();
    post({ type: "join" });
    await locks.request(name, { signal }, takeOver);
  } catch (error) {
    // An abort rejects the wait for the lock.
    if (!signal.aborted) throw error;
  } finally {
    channel.close();
  }
}
