import { toast } from "@/components/toast";
import { registerWorker } from "@/lib/worker";
import { hasUnsentText } from "./unsent-text";

/** Time between checks for a new version, for pages that stay open for days. */
const LOOK_EVERY_MS = 60 * 60 * 1_000;
const TOAST = "new-version";

/** Announces a new version of the site. Nothing is ever reloaded unasked. */
export async function watchUpdates(): Promise<void> {
  const registration = await registerWorker();
  if (registration.waiting) await consider(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      // The first installed worker is no new version.
      if (worker.state === "installed" && navigator.serviceWorker.controller) consider(worker);
    });
  });
  setInterval(() => registration.update().catch(() => undefined), LOOK_EVERY_MS);
}

/** Activates the worker if the page is of the same version already, or else announces it. */
async function consider(worker: ServiceWorker): Promise<void> {
  const entry = await entryOf(worker);
  if (document.querySelector(`script[src="${entry}"]`)) takeOver(worker);
  else offer(worker);
}

function offer(worker: ServiceWorker): void {
  toast("A new version is ready", {
    id: TOAST,
    duration: Number.POSITIVE_INFINITY,
    action: {
      label: "Reload",
      onClick: (event) => {
        if (!hasUnsentText()) return reload(worker);
        // Keeps the toast, with another question.
        event.preventDefault();
        toast("What you have typed here may be lost. Reload anyway?", {
          id: TOAST,
          duration: Number.POSITIVE_INFINITY,
          action: { label: "Reload anyway", onClick: () => reload(worker) },
          cancel: { label: "Not now", onClick: () => undefined },
        });
      },
    },
  });
}

function reload(worker: ServiceWorker): void {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("controllerchange", () => window.location.reload(), {
    once: true,
  });
  takeOver(worker);
}

function takeOver(worker: ServiceWorker): void {
  worker.postMessage("take-over");
}

/** Returns the entry script of the worker's version. */
function entryOf(worker: ServiceWorker): Promise<string> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      resolve(String(data));
      port1.close();
    };
    worker.postMessage("entry", [port2]);
  });
}
