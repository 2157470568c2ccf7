import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

const require = createRequire(import.meta.url);

/**
 * Vite plugin that emits `dist/docs/`: Swagger UI from its package, with our own page and start
 * script. Nothing on the page is inline, so that it works under `script-src 'self'; style-src
 * 'self'`.
 */
export function swaggerDocs(): Plugin {
  return {
    name: "sparkyard:swagger-docs",
    apply: "build",
    generateBundle() {
      const emit = (name: string, source: Uint8Array) =>
        this.emitFile({ type: "asset", fileName: `docs/${name}`, source });
      for (const name of ["swagger-ui-bundle.js", "swagger-ui.css"]) {
        emit(name, readFileSync(require.resolve(`swagger-ui-dist/${name}`)));
      }
      for (const name of ["index.html", "start.js", "page.css"]) {
        emit(name, readFileSync(new URL(`../docs/${name}`, import.meta.url)));
      }
    },
  };
}
