import type { QueryClient } from "@tanstack/react-query";
import { UNSENT_PICTURE } from "@/features/chat/unsent-name";
import { forgetDrafts } from "@/lib/drafts/entry";
import { localPath } from "@/lib/local-path";
import { getSession, onSessionChange } from "@/lib/session";
import { hasWorkers } from "@/lib/worker";
import { watchTyping } from "./unsent-text";
import { watchUpdates } from "./updates";

/** IndexedDB databases of the site (`src/lib/last-seen`, `src/lib/drafts`). */
const LAST_SEEN = "last-seen";
const DRAFTS = "drafts";

/** Message from the service worker to a page. */
interface WorkerMessage {
  type: "open" | "push-changed";
  link?: string;
}

/** Makes the site an app: opens it offline, receives push messages, and announces new versions. */
export function startPwa(queryClient: QueryClient, open: (path: string) => unknown): void {
  watchSession(queryClient);
  if (!hasWorkers()) return;
  watchTyping();
  // A browser that allows no service worker does without.
  watchUpdates().catch(() => undefined);
  renewQuietly();
  navigator.serviceWorker.addEventListener("message", ({ data }: MessageEvent<WorkerMessage>) => {
    if (data.type === "open") open(localPath(data.link ?? null, "/explore"));
    if (data.type === "push-changed") renewQuietly();
  });
}

/** Keeps the member's data for offline use during the session. */
function watchSession(queryClient: QueryClient): void {
  let member: string | undefined;
  let end = new AbortController();
  const look = () => {
    const now = getSession()?.claims.id;
    if (now === member) return;
    end.abort();
    end = new AbortController();
    if (member) forgetDrafts();
    member = now;
    const { signal } = end;
    (now ? keep(queryClient, signal) : forget()).catch(() => undefined);
  };
  onSessionChange(look);
  if (getSession()) look();
  // The session may have ended while no page was open.
  else {
    forgetDrafts();
    forget().catch(() => undefined);
  }
}

async function keep(queryClient: QueryClient, signal: AbortSignal): Promise<void> {
  const { keepLastSeen } = await import("@/lib/last-seen");
  if (!signal.aborted) signal.addEventListener("abort", keepLastSeen(queryClient));
}

/** Deletes the last member's data. Visitors who were never members load no code for it. */
async function forget(): Promise<void> {
  const databases = (await window.indexedDB?.databases?.()) ?? [];
  const has = (database: string) => databases.some(({ name }) => name === database);
  if (has(LAST_SEEN)) {
    const { forgetLastSeen } = await import("@/lib/last-seen");
    await forgetLastSeen();
  }
  if (has(DRAFTS)) {
    const { clearFiles } = await import("@/lib/drafts/files");
    // Pictures sent before the session ended are kept, and go out with the next session.
    await clearFiles(UNSENT_PICTURE);
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

/** Renews the push subscription; a failure is retried on the next visit. */
function renewQuietly(): void {
  renew().catch(() => undefined);
}
