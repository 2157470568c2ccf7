import { resolve } from "node:path";
import { type Plugin, type Rolldown, runnerImport } from "vite";
import type { Screen } from "./route-table.ts";

const SRC = resolve(import.meta.dirname, "../src");
/** The client's first module, and the signed-in shell. */
export const MAIN = resolve(SRC, "app/main.tsx");
export const SHELL = resolve(SRC, "app/member-layout.tsx");

/** Replaces the modules of features: none is run, and each says only its file. */
const stubs: Plugin = {
  name: "sparkyard:stubs",
  load: {
    filter: { id: { include: /\/src\/features\//, exclude: /\/routes\.tsx$/ } },
    handler: (id) => `export const source = ${JSON.stringify(id)};`,
  },
};

/** Returns every lazily loaded screen of every feature, by running the route table. */
export async function screens(): Promise<Screen[]> {
  const table = resolve(import.meta.dirname, "route-table.ts");
  const { module } = await runnerImport<{ screens: Screen[] }>(table, {
    plugins: [stubs],
    resolve: { tsconfigPaths: true },
  });
  return module.screens;
}

/** Returns the addresses of the chunk with this module, and of all its static imports and styles. */
export function filesOf(bundle: Rolldown.OutputBundle, source: string): Set<string> {
  const files = new Set<string>();
  const add = (chunk: Rolldown.OutputBundle[string] | undefined) => {
    if (chunk?.type !== "chunk" || files.has(`/${chunk.fileName}`)) return;
    files.add(`/${chunk.fileName}`);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(`/${style}`);
    for (const name of chunk.imports) add(bundle[name]);
  };
  add(Object.values(bundle).find((one) => one.type === "chunk" && one.moduleIds.includes(source)));
  if (files.size === 0) throw new Error(`The build has no chunk for ${source}`);
  return files;
}

/** Returns the address of an asset, by its name before the build. */
export function assetOf(bundle: Rolldown.OutputBundle, name: string): string {
  const found = Object.values(bundle).find(
    (one) => one.type === "asset" && one.names.includes(name),
  );
  if (!found) throw new Error(`The build has no ${name}`);
  return `/${found.fileName}`;
}
