/*
 * What every part of the client knows of the stream, whoever holds it: small, because it comes with
 * the first screens. What makes the stream comes later (`start.ts`).
 */
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import type { Schemas } from "@/lib/api";

/** What happens, in the words of the contract; or something may have been missed. */
export type LiveEvent = Schemas["LiveNews"] | { kind: "reset" };

export type LiveKind = LiveEvent["kind"];

/**
 * How news come: at once; a few seconds late, because there is no stream at present; or not at all,
 * because the server is out of reach.
 */
export type LiveState = "live" | "polling" | "offline";

export interface LiveStatus {
  state: LiveState;
  /** Something between here and the server collects what it should pass on. */
  heldBack: boolean;
}

type Handler = (event: LiveEvent) => void;

const handlers = new Set<Handler>();
const watchers = new Set<() => void>();
const START: LiveStatus = { state: "polling", heldBack: false };
let status = START;

/** Calls the handler for everything that happens. Returns what stops it. */
export function onLive(handler: Handler): () => void {
  handlers.add(handler);
  return () => {
    handlers.delete(handler);
  };
}

/** Tells all that listen. */
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

/** Calls the watcher whenever the status changes. Returns what stops it. */
export function onLiveStatus(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
}

/** How news come at present. */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(onLiveStatus, getLiveStatus);
}

/** Calls the handler for everything of this kind that happens while the component is there. */
export function useLive<Kind extends LiveKind>(
  kind: Kind,
  handler: (event: Extract<LiveEvent, { kind: Kind }>) => void,
): void {
  const handle = useEffectEvent((event: LiveEvent) => {
    if (event.kind === kind) handler(event as Extract<LiveEvent, { kind: Kind }>);
  });
  useEffect(() => onLive(handle), []);
}

/** For queries that the stream keeps fresh: how often to ask while there is none. */
export function usePollInterval(ms: number): number | false {
  return useLiveStatus().state === "live" ? false : ms;
}
