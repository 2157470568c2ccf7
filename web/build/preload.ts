import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { build, type Plugin, type ResolvedConfig, type Rolldown } from "vite";

const WEB = join(import.meta.dirname, "..");
const FEATURES = join(WEB, "src/features");
const SHELL = join(WEB, "src/app/member-layout.tsx");
const START = join(WEB, "src/app/preload/start.ts");

/** A screen of the client: its path, and the file with its code. */
export interface Screen {
  path: string;
  member: boolean;
  source: string;
}

/**
 * Vite plugin that adds a small script to the page's head (`src/app/preload/start.ts`) with the list
 * of files that each path needs. The page contains no inline script, so `script-src 'self'` stays.
 */
export function preload(): Plugin {
  let config: ResolvedConfig;
  let file = "";
  return {
    name: "sparkyard:preload",
    apply: "build",
    configResolved(resolved) {
      config = resolved;
    },
    async generateBundle(_, bundle) {
      const source = await script(config, known(bundle));
      file = this.getFileName(this.emitFile({ type: "asset", name: "preload.js", source }));
    },
    transformIndexHtml: {
      order: "post",
      handler: () => [
        { tag: "script", attrs: { async: true, src: `/${file}` }, injectTo: "head-prepend" },
      ],
    },
  };
}

/** Returns every screen of every feature, read from each `routes.tsx`. */
export function screens(): Screen[] {
  return readdirSync(FEATURES).flatMap((feature) => {
    const folder = join(FEATURES, feature);
    return screensIn(readFileSync(join(folder, "routes.tsx"), "utf8")).map((screen) => ({
      ...screen,
      source: join(folder, `${screen.source}.tsx`),
    }));
  });
}

/** Returns the lazily loaded screens in the text of a `routes.tsx`. */
export function screensIn(routes: string): Screen[] {
  const found = routes.matchAll(
    /\b(?<list>public|member|everyone): \[|path: "(?<path>[^"]+)",\s+lazy: \(\) => import\("\.\/(?<source>[^"]+)"\)/g,
  );
  let member = false;
  return [...found].flatMap(({ groups: { list, path, source } = {} }) => {
    if (list) member = list === "member";
    return path && source ? [{ path, member, source }] : [];
  });
}

/** Returns the value of the script's `SCREENS` constant. */
function known(bundle: Rolldown.OutputBundle) {
  const all = Object.values(bundle);
  const chunks = all.filter((one) => one.type === "chunk");
  const entry = chunks.find(({ isEntry }) => isEntry);
  const initial = closure(bundle, entry?.fileName);
  const filesOf = (source: string) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === source);
    if (!chunk) throw new Error(`The build has no chunk for ${source}`);
    return closure(bundle, chunk.fileName);
  };
  const files: string[] = [];
  const indexOf = (name: string) => {
    const file = `/${name}`;
    if (!files.includes(file)) files.push(file);
    return files.indexOf(file);
  };
  const asset = (name: string) => {
    const found = all.find((one) => one.type === "asset" && one.names.includes(name));
    return found ? `/${found.fileName}` : null;
  };
  const shell = filesOf(SHELL);
  const paths = screens().map(({ path, member, source }) => {
    const needed = new Set([...(member ? shell : []), ...filesOf(source)]);
    const added = [...needed].filter((name) => !initial.has(name));
    return [path, { files: added.map(indexOf), member }];
  });
  return {
    files,
    paths: Object.fromEntries(paths),
    art: asset("categories.svg"),
    fonts: {
      text: asset("figtree-latin-wght-normal.woff2"),
      display: asset("bricolage-grotesque-latin-wght-normal.woff2"),
    },
  };
}

/** Returns the chunk and all its imports, transitively. */
function closure(
  bundle: Rolldown.OutputBundle,
  name: string | undefined,
  seen = new Set<string>(),
): Set<string> {
  const chunk = name === undefined ? undefined : bundle[name];
  if (!name || seen.has(name) || chunk?.type !== "chunk") return seen;
  seen.add(name);
  for (const next of chunk.imports) closure(bundle, next, seen);
  return seen;
}

/** Returns the script, built into one file without imports. */
async function script(config: ResolvedConfig, screens: object): Promise<string> {
  const built = (await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    root: dirname(START),
    resolve: { alias: { "@": resolve(WEB, "src") } },
    define: { SCREENS: JSON.stringify(screens) },
    build: {
      write: false,
      target: config.build.target,
      modulePreload: false,
      rolldownOptions: { input: START, output: { format: "iife" } },
    },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}
