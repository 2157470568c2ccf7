import type { LiveStatus } from "./hub";
import type { StreamEvent } from "./parse";

/** What the tab that holds the stream tells the others, and what they ask. */
type Message =
  | { type: "event"; event: StreamEvent; previous: string | null }
  | { type: "status"; status: LiveStatus }
  | { type: "join" };

export interface Tabs {
  /** Passes on what came, to tabs that have got as far as `previous`. */
  sendEvent: (event: StreamEvent, previous: string | null) => void;
  sendStatus: (status: LiveStatus) => void;
}

interface Sharing {
  /** One for each member: tabs of others have nothing to do with it. */
  name: string;
  /** What another tab has received. */
  onEvent: (event: StreamEvent, previous: string | null) => void;
  onStatus: (status: LiveStatus) => void;
  /** The present status, for a tab that joins. */
  status: () => LiveStatus;
  /** Another tab holds the stream for now. */
  onJoin: () => void;
  /** Holds the stream, for as long as the tab is there; resolves when that is over. */
  lead: (tabs: Tabs) => Promise<void>;
  signal: AbortSignal;
}

/**
 * Has one tab of the browser hold the stream and tell the others; when it goes, another takes its
 * place. Browsers know no locks on sites without https: there each tab has a stream of its own.
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
    // Waiting for the lock ends so.
    if (!signal.aborted) throw error;
  } finally {
    channel.close();
  }
}
