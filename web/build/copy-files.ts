import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import type { Plugin } from "vite";

const WEB = resolve(import.meta.dirname, "..");
const { resolve: packaged } = createRequire(import.meta.url);

/**
 * Files copied into the build: the list from which the server knows the client's routes, and
 * Swagger UI with our own page and start script. Nothing on that page is inline, so that it works
 * under `script-src 'self'; style-src 'self'`.
 */
const COPIED_FILES = {
  "routes.json": resolve(WEB, "routes.json"),
  "docs/index.html": resolve(WEB, "docs/index.html"),
  "docs/page.css": resolve(WEB, "docs/page.css"),
  "docs/start.js": resolve(WEB, "docs/start.js"),
  "docs/swagger-ui-bundle.js": packaged("swagger-ui-dist/swagger-ui-bundle.js"),
  "docs/swagger-ui.css": packaged("swagger-ui-dist/swagger-ui.css"),
};

/** Vite plugin that copies files into the build. In `public` the dev server would send them too. */
export function copyFiles(): Plugin {
  return {
    name: "sparkyard:copies",
    apply: "build",
    generateBundle() {
      for (const [fileName, path] of Object.entries(COPIED_FILES)) {
        this.emitFile({ type: "asset", fileName, source: readFileSync(path) });
      }
    },
  };
}
