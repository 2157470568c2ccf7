import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

/** What shrinks when it is packed; pictures and fonts are packed already. */
const TEXT = /\.(?:css|html|js|json|svg|webmanifest)$/;
/** For the server alone, or for other tools: nobody is sent these. */
const UNSENT = /^(?:\.vite[\\/]|routes\.json$)/;
/** A smaller file fits into one packet as it is. */
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
 * Writes `main.js.br` and `main.js.gz` beside `main.js`, which the server sends in its place to
 * whoever can read them: packed once, as small as can be, instead of for every request.
 */
export function packed(): Plugin {
  let folder = "";
  return {
    name: "sparkyard:packed",
    apply: "build",
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    // After all that others write.
    closeBundle: { order: "post", sequential: true, handler: () => packAll(folder) },
  };
}

async function packAll(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  const texts = names.filter((name) => TEXT.test(name) && !UNSENT.test(name));
  await Promise.all(texts.map((name) => pack(join(folder, name))));
}

/** Keeps what is smaller than the file itself. */
async function pack(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < MIN_BYTES) return;
  for (const { suffix, pack } of packings) {
    const smaller = await pack(bytes);
    if (smaller.length < bytes.length) await writeFile(path + suffix, smaller);
  }
}
