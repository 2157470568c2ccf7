import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { assetOf, filesOf, MAIN, SHELL, screens } from "./screens.ts";
import { script } from "./script.ts";

const WEB = resolve(import.meta.dirname, "..");
/** Modules loaded after the first screen that must be available offline. */
const LATER = ["src/lib/last-seen/index.ts", "src/lib/push.ts", "src/app/pwa/start.ts"];
/** Screens that are not kept for offline use: administration needs a network. */
const ONLINE_ONLY = /^\/admin(?:\/|$)/;
/** Fonts, category pictures and the head script, which every screen uses. */
const COMMON = [
  "bricolage-grotesque-latin-wght-normal.woff2",
  "figtree-latin-wght-normal.woff2",
  "categories.svg",
  "preload.js",
];

/**
 * Vite plugin that writes the service worker, `/sw.js`, with the files of members' screens. Workbox
 * selects files by name and keeps one version; this worker is to have the files of some screens,
 * which only the bundle's imports tell, and the previous version for pages still open.
 */
export function serviceWorker(): Plugin {
  return {
    name: "sparkyard:service-worker",
    apply: "build",
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const constants = { SHELL: await known(bundle) };
        const worker = resolve(WEB, "src/worker/worker.ts");
        const source = await script(worker, constants, this.environment.config.build);
        this.emitFile({ type: "asset", fileName: "sw.js", source });
      },
    },
  };
}

/** Returns the value of the worker's `SHELL` constant. */
async function known(bundle: Rolldown.OutputBundle) {
  const offline = (await screens()).filter(({ member, path }) => member && !ONLINE_ONLY.test(path));
  const sources = [
    MAIN,
    SHELL,
    ...LATER.map((path) => resolve(WEB, path)),
    ...offline.map(({ source }) => source),
  ];
  const needed = new Set([
    ...sources.flatMap((source) => [...filesOf(bundle, source)]),
    ...COMMON.map((name) => assetOf(bundle, name)),
  ]);
  const [entry] = filesOf(bundle, MAIN);
  const page = readFileSync(resolve(WEB, "index.html"));
  const names = Object.values(bundle).map(({ fileName }) => fileName);
  const version = createHash("sha256").update(names.sort().join("\n")).update(page).digest("hex");
  return { version: version.slice(0, 12), entry, files: [...needed].sort() };
}
