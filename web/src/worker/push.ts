import { localPath } from "@/lib/local-path";
import { type Page, scope } from "./scope";

/** Push message of the server. */
interface PushNotice {
  title: string;
  body: string;
  link: string;
  tag: string;
}

/** Shows a push message. Browsers require a notification, whatever the content. */
export async function show(data: { json: () => unknown } | null): Promise<void> {
  const { title, body, link, tag } = read(data);
  await scope.registration.showNotification(title, {
    body,
    tag,
    icon: "/art/icon-192.png",
    data: { link },
  });
}

function read(data: { json: () => unknown } | null): PushNotice {
  let found: unknown;
  try {
    found = data?.json();
  } catch {
    found = undefined;
  }
  const fields = (typeof found === "object" && found !== null ? found : {}) as Record<
    string,
    unknown
  >;
  const text = (name: string, usual: string) => {
    const value = fields[name];
    return typeof value === "string" && value !== "" ? value : usual;
  };
  return {
    title: text("title", "New notification"),
    body: text("body", "Open the site to read it."),
    link: text("link", "/explore"),
    tag: text("tag", "news"),
  };
}

/** Opens a notification's link: in an open page, or else in a new one. */
export async function openFrom(notification: Notification): Promise<void> {
  const { link: target } = (notification.data ?? {}) as { link?: string };
  const link = localPath(target ?? null, "/explore");
  const open = await pages();
  const best = open.find(({ visibilityState }) => visibilityState === "visible") ?? open[0];
  if (!best) {
    await scope.clients.openWindow(link);
    return;
  }
  // The page navigates by itself, without a reload: no typed text is lost.
  best.postMessage({ type: "open", link });
  await best.focus();
}

/** Subscribes again after a change of endpoint; pages tell the server, now or later. */
export async function changeSubscription(old: PushSubscription | null): Promise<void> {
  const options = old?.options;
  if (options?.applicationServerKey) {
    await scope.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: options.applicationServerKey,
    });
  }
  for (const page of await pages()) page.postMessage({ type: "push-changed" });
}

function pages(): Promise<Page[]> {
  return scope.clients.matchAll({ type: "window", includeUncontrolled: true });
}
