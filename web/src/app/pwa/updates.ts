import { toast } from "@/components/toast";
import { registerWorker } from "@/lib/worker";
import { hasTyped } from "./typed";

/** A page that stays open for days hears of a new version within this time. */
const LOOK_EVERY_MS = 60 * 60 * 1_000;
const TOAST = "new-version";

/** Says when there is a new version of the site. Nothing is ever reloaded unasked. */
export async function watchUpdates(): Promise<void> {
  const registration = await registerWorker();
  if (registration.waiting) await consider(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      // The first worker of all is no news.
      if (worker.state === "installed" && navigator.serviceWorker.controller) consider(worker);
    });
  });
  setInterval(() => registration.update().catch(() => undefined), LOOK_EVERY_MS);
}

/** A page that was fetched from the server may be of the new version already. */
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
        if (!hasTyped()) return reload(worker);
        // The toast stays, with another question.
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

/** The script that pages of its version begin with. */
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
