// Checks the JavaScript budgets on a finished build, gzip: what every page loads
// first, and what each lazily loaded route adds to that: where a session is needed, to the frame of
// all such screens, which is a route of its own here.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const INITIAL_BUDGET_KB = 150;
const ROUTE_BUDGET_KB = 60;

const dist = new URL("../dist/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));

/** Every chunk that loading `key` pulls in statically, itself included. */
function closure(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key].imports ?? []) closure(next, seen);
  return seen;
}

const gzipBytes = new Map();
function bytes(key) {
  if (!gzipBytes.has(key)) {
    gzipBytes.set(key, gzipSync(readFileSync(new URL(manifest[key].file, dist))).length);
  }
  return gzipBytes.get(key);
}

const total = (keys) => [...keys].reduce((sum, key) => sum + bytes(key), 0);
const initial = closure("index.html");
const frame = closure("src/app/member-layout.tsx");
/** Features with screens that stand without the frame. */
const PUBLIC = /^src\/(?:app|components|features\/(?:auth|site))\//;

const rows = [["initial", total(initial), INITIAL_BUDGET_KB]];
for (const key of Object.keys(manifest)) {
  if (!manifest[key].isDynamicEntry) continue;
  const framed = !PUBLIC.test(key);
  const added = [...closure(key)].filter(
    (chunk) => !initial.has(chunk) && !(framed && frame.has(chunk)),
  );
  rows.push([key, total(added), ROUTE_BUDGET_KB]);
}

let over = false;
for (const [name, size, budget] of rows.sort((a, b) => b[1] - a[1])) {
  const kb = size / 1000;
  if (kb > budget) over = true;
  console.log(
    `${kb > budget ? "OVER " : "  ok "} ${kb.toFixed(1).padStart(6)} / ${budget} kB  ${name}`,
  );
}
process.exit(over ? 1 : 0);
