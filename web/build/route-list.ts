import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/**
 * Vite plugin that copies `routes.json` into the build. With it the server answers `index.html` for
 * the client's own routes and a plain 404 for every other path.
 */
export function routeList(): Plugin {
  return {
    name: "sparkyard:route-list",
    apply: "build",
    generateBundle() {
      this.emitFile({
        type: "asset",
        fileName: "routes.json",
        source: readFileSync(new URL("../routes.json", import.meta.url)),
      });
    },
  };
}
