import { resolve } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { assetOf, filesOf, MAIN, SHELL, screens } from "./screens.ts";
import { script } from "./script.ts";

const START = resolve(import.meta.dirname, "../src/app/preload/start.ts");

/**
 * Vite plugin that adds a small script to the page's head (`src/app/preload/start.ts`) with the list
 * of files that each path needs. Vite itself preloads the files of the entry only, because it does
 * not know the paths. The page contains no inline script, so `script-src 'self'` stays.
 */
export function preload(): Plugin {
  let file = "";
  return {
    name: "sparkyard:preload",
    apply: "build",
    async generateBundle(_, bundle) {
      const constants = { SCREENS: await known(bundle) };
      const source = await script(START, constants, this.environment.config.build);
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

/** Returns the value of the script's `SCREENS` constant. */
async function known(bundle: Rolldown.OutputBundle) {
  const initial = filesOf(bundle, MAIN);
  const shell = filesOf(bundle, SHELL);
  const files: string[] = [];
  const indexOf = (file: string) => {
    if (!files.includes(file)) files.push(file);
    return files.indexOf(file);
  };
  const paths = (await screens()).map(({ path, member, source }) => {
    const needed = new Set([...(member ? shell : []), ...filesOf(bundle, source)]);
    const added = [...needed].filter((file) => file.endsWith(".js") && !initial.has(file));
    return [path, { files: added.map(indexOf), member }];
  });
  return {
    files,
    paths: Object.fromEntries(paths),
    art: assetOf(bundle, "categories.svg"),
    fonts: {
      text: assetOf(bundle, "figtree-latin-wght-normal.woff2"),
      display: assetOf(bundle, "bricolage-grotesque-latin-wght-normal.woff2"),
    },
  };
}
