import { client } from "@/lib/api";
import { ownKey } from "@/lib/session";
import { hasWorkers, registerWorker } from "./worker";

const PATH = "/api/notifications/push";
/** Storage key of the time at which this subscription was last sent to the server. */
const LAST_SENT_KEY = "push.told";
/** Interval for sending the subscription. */
const EVERY_MS = 24 * 60 * 60 * 1_000;

/** Result of requesting the permission. */
export type PushResult = "on" | "denied" | "dismissed";

/** Checks whether this browser supports push messages. */
export function canPush(): boolean {
  return hasWorkers() && "PushManager" in window && "Notification" in window;
}

/** Checks whether this browser is subscribed. */
export async function isPushOn(): Promise<boolean> {
  return canPush() && Notification.permission === "granted" && Boolean(await subscription());
}

/** Requests the permission, and subscribes this browser. Call it only after a press. */
export async function turnPushOn(key: string): Promise<PushResult> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "denied" : "dismissed";
  const { pushManager } = await ready();
  const serverKey = bytesOf(key);
  let found = await pushManager.getSubscription();
  // A subscription for another key, as after a new installation of the site, receives nothing.
  if (found && !isFor(found, serverKey)) {
    await found.unsubscribe();
    found = null;
  }
  found ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey });
  await sendSubscription(found);
  return "on";
}

/** Unsubscribes this browser, here and on the server. */
export async function turnPushOff(): Promise<void> {
  const found = await subscription();
  if (!found) return;
  await client.DELETE(PATH, { body: { endpoint: found.endpoint } });
  await found.unsubscribe();
  localStorage.removeItem(ownKey(LAST_SENT_KEY));
}

/** Sends the subscription to the server, if it is due or the endpoint has changed. */
export async function renewPush(): Promise<void> {
  if (!canPush() || Notification.permission !== "granted") return;
  const found = await subscription();
  if (!found) return;
  const [at, endpoint] = (localStorage.getItem(ownKey(LAST_SENT_KEY)) ?? "").split(" ");
  if (endpoint === found.endpoint && Date.now() - Number(at) < EVERY_MS) return;
  await sendSubscription(found);
}

/** Unsubscribes this browser after a sign-out; the server has already done so. */
export async function leavePush(): Promise<void> {
  const found = canPush() ? await subscription() : null;
  await found?.unsubscribe();
}

async function sendSubscription(found: PushSubscription): Promise<void> {
  const { endpoint, keys } = found.toJSON();
  const { p256dh = "", auth = "" } = keys ?? {};
  await client.POST(PATH, { body: { endpoint: endpoint ?? "", p256dh, auth } });
  localStorage.setItem(ownKey(LAST_SENT_KEY), `${Date.now()} ${found.endpoint}`);
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

async function ready(): Promise<ServiceWorkerRegistration> {
  await registerWorker();
  return navigator.serviceWorker.ready;
}

function isFor({ options }: PushSubscription, serverKey: Uint8Array): boolean {
  const key = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  return key.length === serverKey.length && key.every((byte, at) => byte === serverKey[at]);
}

/** Decodes base64url. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}
