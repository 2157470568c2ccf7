/** Checks whether this browser lets the site work offline; none does so without https. */
export function hasWorkers(): boolean {
  return import.meta.env.PROD && "serviceWorker" in navigator;
}

/** Registers the service worker, or checks for a newer one. */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
}
