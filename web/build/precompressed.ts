import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

/** Files worth compressing; pictures and fonts are compressed already. */
const TEXT = /\.(?:css|html|js|json|svg|webmanifest)$/;
/** Files that are never sent: they are for the server or for other tools. */
const UNSENT = /^(?:\.vite[\\/]|routes\.json$)/;
/** Size in bytes under which a file fits into one packet uncompressed. */
const MIN_BYTES = 1_000;

const packings = [
  {
    suffix: ".br",
    pack: (bytes: Uint8Array) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  },
  {
    suffix: ".gz",
    pack: (bytes: Uint8Array) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  },
];

/**
 * Vite plugin that writes precompressed copies of each file, such as `main.js.br` and `main.js.gz`,
 * which the server sends to clients that accept them. Compressing once, at the highest level,
 * replaces compressing for every request.
 *
 * `vite-plugin-compression2` does the same by wrapping Vite's internal plugins, and passes over
 * errors of files in `public/`.
 */
export function precompressed(): Plugin {
  let folder = "";
  return {
    name: "sparkyard:precompressed",
    apply: "build",
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    // Runs after the plugins that write files.
    closeBundle: { order: "post", sequential: true, handler: () => packAll(folder) },
  };
}

async function packAll(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  const texts = names.filter((name) => TEXT.test(name) && !UNSENT.test(name));
  await Promise.all(texts.map((name) => pack(join(folder, name))));
}

/** Writes a compressed copy where it is smaller than the file. */
async function pack(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < MIN_BYTES) return;
  for (const { suffix, pack } of packings) {
    const smaller = await pack(bytes);
    if (smaller.length < bytes.length) await writeFile(path + suffix, smaller);
  }
}
