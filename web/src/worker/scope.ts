/*
 * Types of a service worker's globals, as far as ours uses them: one TypeScript project knows
 * either pages or workers.
 */

interface LaterEvent extends Event {
  /** Keeps the worker alive until the promise settles. */
  waitUntil: (done: Promise<unknown>) => void;
}

interface FetchEvent extends LaterEvent {
  readonly request: Request;
  respondWith: (answer: Promise<Response>) => void;
}

interface PushEvent extends LaterEvent {
  readonly data: { json: () => unknown } | null;
}

interface PushChangeEvent extends LaterEvent {
  readonly oldSubscription: PushSubscription | null;
}

interface ClickEvent extends LaterEvent {
  readonly notification: Notification;
}

interface MessageToWorker extends LaterEvent {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
}

/** An open page of the site. */
export interface Page {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  focus: () => Promise<Page>;
  postMessage: (message: unknown) => void;
}

interface Events {
  install: LaterEvent;
  activate: LaterEvent;
  fetch: FetchEvent;
  message: MessageToWorker;
  push: PushEvent;
  pushsubscriptionchange: PushChangeEvent;
  notificationclick: ClickEvent;
}

export interface Scope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll: (which: { type: "window"; includeUncontrolled: boolean }) => Promise<Page[]>;
    openWindow: (address: string) => Promise<Page | null>;
    claim: () => Promise<void>;
  };
  skipWaiting: () => Promise<void>;
  addEventListener: <Name extends keyof Events>(
    name: Name,
    listener: (event: Events[Name]) => void,
  ) => void;
}

export const scope = self as unknown as Scope;
