/** Whether this browser lets the site open without a network; none does so without https. */
export function hasWorkers(): boolean {
  return import.meta.env.PROD && "serviceWorker" in navigator;
}

/** Puts the service worker to work, or sees whether there is a newer one. */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
}
