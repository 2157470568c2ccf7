import type { QueryClient } from "@tanstack/react-query";
import { localPath } from "@/lib/local-path";
import { getSession, onSessionChange } from "@/lib/session";
import { hasWorkers } from "@/lib/worker";
import { watchTyping } from "./typed";
import { watchUpdates } from "./updates";

/** The browser's database of it (`src/lib/last-seen`). */
const LAST_SEEN = "last-seen";

/** What the worker tells a page. */
interface WorkerMessage {
  type: "open" | "push-changed";
  link?: string;
}

/** Makes the site an app: opens without a network, tells things while closed, says when it is new. */
export function startPwa(queryClient: QueryClient, open: (path: string) => unknown): void {
  watchSession(queryClient);
  if (!hasWorkers()) return;
  watchTyping();
  // A browser that allows none does without.
  watchUpdates().catch(() => undefined);
  renewQuietly();
  navigator.serviceWorker.addEventListener("message", ({ data }: MessageEvent<WorkerMessage>) => {
    if (data.type === "open") open(localPath(data.link ?? null, "/explore"));
    if (data.type === "push-changed") renewQuietly();
  });
}

/** Keeps what the member who is signed in sees, for as long as they are. */
function watchSession(queryClient: QueryClient): void {
  let member: string | undefined;
  let end = new AbortController();
  const look = () => {
    const now = getSession()?.claims.id;
    if (now === member) return;
    end.abort();
    end = new AbortController();
    member = now;
    const { signal } = end;
    (now ? keep(queryClient, signal) : forget()).catch(() => undefined);
  };
  onSessionChange(look);
  if (getSession()) look();
  // It may have ended while no page was open.
  else forget().catch(() => undefined);
}

async function keep(queryClient: QueryClient, signal: AbortSignal): Promise<void> {
  const { keepLastSeen } = await import("@/lib/last-seen");
  if (!signal.aborted) signal.addEventListener("abort", keepLastSeen(queryClient));
}

/** Visitors who never were members load nothing for it. */
async function forget(): Promise<void> {
  const databases = (await window.indexedDB?.databases?.()) ?? [];
  if (databases.some(({ name }) => name === LAST_SEEN)) {
    const { forgetLastSeen } = await import("@/lib/last-seen");
    await forgetLastSeen();
  }
  if (mayNotify()) {
    const { leavePush } = await import("@/lib/push");
    await leavePush();
  }
}

async function renew(): Promise<void> {
  if (!getSession() || !mayNotify()) return;
  const { renewPush } = await import("@/lib/push");
  await renewPush();
}

const mayNotify = () => window.Notification?.permission === "granted";

/** It comes again with the next visit. */
function renewQuietly(): void {
  renew().catch(() => undefined);
}
