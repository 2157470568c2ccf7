import { client } from "@/lib/api";
import { ownKey } from "@/lib/session";
import { hasWorkers, registerWorker } from "./worker";

const PATH = "/api/notifications/push";
/** When the server was last told that this device is there. */
const TOLD = "push.told";
/** It wants to know now and then. */
const EVERY_MS = 24 * 60 * 60 * 1_000;

/** What became of the wish to be told things here. */
export type Asked = "on" | "denied" | "dismissed";

/** Whether this browser can be told anything while the site is closed. */
export function canPush(): boolean {
  return hasWorkers() && "PushManager" in window && "Notification" in window;
}

/** Whether it is told. */
export async function isPushOn(): Promise<boolean> {
  return canPush() && Notification.permission === "granted" && Boolean(await subscription());
}

/** Asks the person, and then has this browser told things. Only ever after a press. */
export async function turnPushOn(key: string): Promise<Asked> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "denied" : "dismissed";
  const { pushManager } = await ready();
  const wanted = bytesOf(key);
  let found = await pushManager.getSubscription();
  // Made for another key, as of a site that was set up anew: nothing comes through it.
  if (found && !isFor(found, wanted)) {
    await found.unsubscribe();
    found = null;
  }
  found ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: wanted });
  await tell(found);
  return "on";
}

/** Has this browser told nothing more. */
export async function turnPushOff(): Promise<void> {
  const found = await subscription();
  if (!found) return;
  await client.DELETE(PATH, { body: { endpoint: found.endpoint } });
  await found.unsubscribe();
  localStorage.removeItem(ownKey(TOLD));
}

/** Tells the server that this device is still there, if it is time, or where it is reached now. */
export async function renewPush(): Promise<void> {
  if (!canPush() || Notification.permission !== "granted") return;
  const found = await subscription();
  if (!found) return;
  const [at, endpoint] = (localStorage.getItem(ownKey(TOLD)) ?? "").split(" ");
  if (endpoint === found.endpoint && Date.now() - Number(at) < EVERY_MS) return;
  await tell(found);
}

/** Ends what came here for somebody who is not signed in any more; the server has ended it too. */
export async function leavePush(): Promise<void> {
  const found = canPush() ? await subscription() : null;
  await found?.unsubscribe();
}

async function tell(found: PushSubscription): Promise<void> {
  const { endpoint, keys } = found.toJSON();
  const { p256dh = "", auth = "" } = keys ?? {};
  await client.POST(PATH, { body: { endpoint: endpoint ?? "", p256dh, auth } });
  localStorage.setItem(ownKey(TOLD), `${Date.now()} ${found.endpoint}`);
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

async function ready(): Promise<ServiceWorkerRegistration> {
  await registerWorker();
  return navigator.serviceWorker.ready;
}

function isFor({ options }: PushSubscription, wanted: Uint8Array): boolean {
  const key = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  return key.length === wanted.length && key.every((byte, at) => byte === wanted[at]);
}

/** Bytes as the server writes them: base64url. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}
