/*
 * Shared state of the event stream: small, because it loads with the first screens. The stream
 * itself is loaded later (`start.ts`).
 */
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import type { Schemas } from "@/lib/api";

/** An event as defined by the API, or a reset: events may have been missed. */
export type LiveEvent = Schemas["LiveNews"] | { kind: "reset" };

export type LiveKind = LiveEvent["kind"];

/**
 * Delivery of events: at once, a few seconds late by polling, or not at all while the server is
 * unreachable.
 */
type LiveState = "live" | "polling" | "offline";

export interface LiveStatus {
  state: LiveState;
  /** Whether something between client and server buffers the stream. */
  heldBack: boolean;
}

type Handler = (event: LiveEvent) => void;

const handlers = new Set<Handler>();
const watchers = new Set<() => void>();
const START: LiveStatus = { state: "polling", heldBack: false };
let status = START;

/** Calls the handler for every event; returns a function that removes it. */
export function onLive(handler: Handler): () => void {
  handlers.add(handler);
  return () => {
    handlers.delete(handler);
  };
}

/** Passes an event to all handlers. */
export function tellLive(event: LiveEvent): void {
  for (const handler of handlers) handler(event);
}

export function setLiveStatus(next: LiveStatus = START): void {
  if (next.state === status.state && next.heldBack === status.heldBack) return;
  status = next;
  for (const watcher of watchers) watcher();
}

export function getLiveStatus(): LiveStatus {
  return status;
}

/** Calls the watcher whenever the status changes; returns a function that removes it. */
function onLiveStatus(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
}

/** Returns the current status of the event stream. */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(onLiveStatus, getLiveStatus);
}

/** Calls the handler for every event of this kind while the component is mounted. */
export function useLive<Kind extends LiveKind>(
  kind: Kind,
  handler: (event: Extract<LiveEvent, { kind: Kind }>) => void,
): void {
  const handle = useEffectEvent((event: LiveEvent) => {
    if (event.kind === kind) handler(event as Extract<LiveEvent, { kind: Kind }>);
  });
  useEffect(() => onLive(handle), []);
}

/** Returns the poll interval for queries that the stream keeps fresh: false while it is live. */
export function usePollInterval(ms: number): number | false {
  return useLiveStatus().state === "live" ? false : ms;
}
