import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { categoryArt } from "./build/category-art.ts";
import { chunks } from "./build/chunks.ts";
import { copyFiles } from "./build/copy-files.ts";
import { precompressed } from "./build/precompressed.ts";
import { preload } from "./build/preload.ts";
import { serviceWorker } from "./build/service-worker.ts";
import { strictCsp } from "./build/strict-csp.ts";
import { testProjects } from "./build/test-projects.ts";

/** Server for `npm run dev`; the built client is served by the server itself. */
const server = process.env.SPARKYARD_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [
    categoryArt(),
    react(),
    tailwindcss(),
    strictCsp(),
    copyFiles(),
    preload(),
    serviceWorker(),
    precompressed(),
  ],
  resolve: { tsconfigPaths: true },
  build: {
    target: "es2022",
    manifest: true,
    rolldownOptions: { output: { codeSplitting: chunks } },
    // A data: font or picture would need a looser Content-Security-Policy.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: Object.fromEntries(
      ["/api", "/files", "/openapi.json", "/docs"].map((path) => [path, server]),
    ),
  },
  test: {
    environment: "jsdom",
    setupFiles: ["src/test/setup.ts"],
    restoreMocks: true,
    // A file next to a slow one gets little of a processor.
    testTimeout: 20_000,
    pool: "threads",
    maxWorkers: "100%",
    projects: testProjects(),
  },
});
