/*
 * The service worker: opens the site offline, and shows push messages while it is closed. The build
 * makes one script of it, `/sw.js` (`build/service-worker.ts`). It caches code and no personal
 * data: that is kept by the page (`src/lib/last-seen`), which knows the member.
 */
import { changeSubscription, openFrom, show } from "./push";
import { scope } from "./scope";
import { asset, clean, isPage, page, prepare } from "./shell";
import { ENTRY } from "./version";

scope.addEventListener("install", (event) => event.waitUntil(prepare()));

scope.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([clean(), scope.clients.claim()]));
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== scope.location.origin) return;
  if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
  else if (request.mode === "navigate" && isPage(pathname)) event.respondWith(page(request));
});

scope.addEventListener("message", (event) => {
  const { data, ports } = event;
  // Pages ask for the worker's entry script, and tell it to take over.
  if (data === "entry") ports[0]?.postMessage(ENTRY);
  if (data === "take-over") event.waitUntil(scope.skipWaiting());
});

scope.addEventListener("push", (event) => event.waitUntil(show(event.data)));

scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openFrom(event.notification));
});

scope.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(changeSubscription(event.oldSubscription));
});
