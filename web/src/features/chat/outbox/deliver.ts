import { useSyncExternalStore } from "react";
import { ApiError, client, type FormBody, multipart, type Schemas } from "@/lib/api";
import { getSession } from "@/lib/session";
import { forget, type Outgoing, pictureOf, setFailure, unsent } from "./store";

type Message = Schemas["Message"];

const LOCK = "sparkyard-unsent-messages";
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
const FAILED = "Failed to send message";

const listeners = new Set<(message: Message) => void>();
const unreachableListeners = new Set<() => void>();
let unreachable = false;
let running: Promise<void> = Promise.resolve();
let timer: ReturnType<typeof setTimeout> | undefined;
let pause = FIRST_PAUSE_MS;

/**
 * Sends the unsent messages, oldest first; a refused one waits for its sender. Resolves once each
 * was attempted, whatever the outcome. Without a connection it retries by itself, until all are
 * sent or nobody is signed in.
 */
export function deliver(): Promise<void> {
  running = running.catch(() => undefined).then(underLock);
  return running;
}

/** Calls the listener with every confirmed message; returns a function that removes it. */
export function onDelivered(listener: (message: Message) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Returns whether the last attempt did not reach the server. */
export function useUnreachable(): boolean {
  return useSyncExternalStore(
    (listener) => {
      unreachableListeners.add(listener);
      return () => unreachableListeners.delete(listener);
    },
    () => unreachable,
  );
}

/** Returns the next message that may be sent without asking its sender. */
function waiting(): Outgoing | undefined {
  return unsent().find(({ failure }) => !failure);
}

/** Runs in one tab at a time, which keeps the order; the other tabs find nothing left. */
async function underLock(): Promise<void> {
  await (navigator.locks ? navigator.locks.request(LOCK, deliverAll) : deliverAll());
}

async function deliverAll(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  for (let next = waiting(); next; next = waiting()) {
    const through = await attempt(next);
    setStuck(!through);
    if (!through) return scheduleRetry();
    pause = FIRST_PAUSE_MS;
  }
}

/** Sends a message; returns false if it is to be retried, true if it was sent or refused. */
async function attempt(entry: Outgoing): Promise<boolean> {
  try {
    const message = await send(entry);
    for (const listener of listeners) listener(message);
    forget(entry.clientId);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isPassing(error)) return false;
    const { content, picture } = error.fields;
    const message = content ?? picture ?? (error.message || FAILED);
    setFailure(entry.clientId, { status: error.status, message });
  }
  return true;
}

/**
 * Checks whether an error is temporary: no connection, an ended session, or an unavailable server.
 * An internal error (500) is left to the sender: it might persist.
 */
function isPassing({ status }: ApiError): boolean {
  return status === 0 || status === 401 || status > 500;
}

async function send(entry: Outgoing): Promise<Message> {
  const { clientId, to: receiverId, content } = entry;
  const senderId = getSession()?.claims.id ?? "";
  if (!entry.picture) {
    const body = { senderId, receiverId, content, mark_as_read: false, clientId };
    const { data } = await client.POST("/api/message", { body });
    return required(data);
  }
  const picture = await pictureOf(entry);
  if (!picture) {
    throw new ApiError("client.lost", "The picture is no longer on this device.", 422);
  }
  const form = { receiverId, clientId, content: content || undefined, picture };
  const { data } = await client.POST("/api/message/picture", {
    ...multipart<FormBody<"send_picture">>(form),
  });
  return required(data);
}

function required(message: Message | undefined): Message {
  if (!message) throw new ApiError("client.unexpected", FAILED, 502);
  return message;
}

function setStuck(now: boolean): void {
  unreachable = now;
  for (const listener of unreachableListeners) listener();
}

function scheduleRetry(): void {
  clearTimeout(timer);
  timer = setTimeout(deliver, pause);
  pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
}
