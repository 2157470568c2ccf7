import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build, type Plugin, type ResolvedConfig, type Rolldown } from "vite";
import { screens } from "./preload.ts";

const WEB = join(import.meta.dirname, "..");
const WORKER = join(WEB, "src/worker/worker.ts");
const INDEX = join(WEB, "index.html");
const SHELL = join(WEB, "src/app/member-layout.tsx");
/** Modules loaded after the first screen that must be available offline. */
const LATER = ["src/lib/last-seen/index.ts", "src/lib/push.ts", "src/app/pwa/start.ts"].map(
  (path) => join(WEB, path),
);
/** Screens that are not kept for offline use: administration needs a network. */
const ONLINE_ONLY = /^\/admin(?:\/|$)/;
/** Fonts, category pictures and the head script, which every screen uses. */
const COMMON =
  /^assets\/(?:[\w-]+-latin-wght-normal-[\w-]+\.woff2|categories-[\w-]+\.svg|preload-[\w-]+\.js)$/;

/** Vite plugin that writes the service worker, `/sw.js`, with the files of members' screens. */
export function serviceWorker(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "sparkyard:service-worker",
    apply: "build",
    configResolved(resolved) {
      config = resolved;
    },
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const source = await script(config, known(bundle));
        this.emitFile({ type: "asset", fileName: "sw.js", source });
      },
    },
  };
}

/** Returns the value of the worker's `SHELL` constant. */
function known(bundle: Rolldown.OutputBundle) {
  const all = Object.values(bundle);
  const chunks = all.filter((one) => one.type === "chunk");
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (!entry) throw new Error("The build has no entry");
  const needed = new Set<string>();
  const add = (name: string) => {
    const chunk = bundle[name];
    if (needed.has(name) || chunk?.type !== "chunk") return;
    needed.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) needed.add(style);
    for (const next of chunk.imports) add(next);
  };
  const sources = screens().filter(({ member, path }) => member && !ONLINE_ONLY.test(path));
  const wanted = new Set([SHELL, ...LATER, ...sources.map(({ source }) => source)]);
  add(entry.fileName);
  for (const { facadeModuleId, fileName } of chunks) {
    if (facadeModuleId && wanted.has(facadeModuleId)) add(fileName);
  }
  for (const { fileName, type } of all) {
    if (type === "asset" && COMMON.test(fileName)) needed.add(fileName);
  }
  const page = readFileSync(INDEX);
  const names = all.map(({ fileName }) => fileName).sort();
  const version = createHash("sha256").update(names.join("\n")).update(page).digest("hex");
  return {
    version: version.slice(0, 12),
    entry: `/${entry.fileName}`,
    files: [...needed].sort().map((name) => `/${name}`),
  };
}

/** Returns the service worker, built into one file without imports. */
async function script(config: ResolvedConfig, shell: object): Promise<string> {
  const built = (await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    root: WEB,
    resolve: { alias: { "@": resolve(WEB, "src") } },
    define: { SHELL: JSON.stringify(shell) },
    build: {
      write: false,
      target: config.build.target,
      modulePreload: false,
      rolldownOptions: { input: WORKER, output: { format: "iife" } },
    },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}
