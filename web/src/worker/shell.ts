import { FILES, VERSION } from "./version";

const PREFIX = "shell-";
/** The page itself, equal at all its addresses. */
const INDEX = "/";
/** Pages of the previous version may still be open. */
const VERSIONS_KEPT = 2;
/** Most files cached on demand per version. */
const MAX_FILES = 400;
/** Time after which a page request counts as offline. */
const PATIENCE_MS = 8_000;
/** Server paths that are no pages of the client. */
const NOT_PAGES = /^\/(?:api|files|docs|tiles|art|assets)(?:\/|$)|\.\w+$/;

const NAME = PREFIX + VERSION;

/** Checks whether the client answers this path, with a page or its own 'not found'. */
export function isPage(pathname: string): boolean {
  return !NOT_PAGES.test(pathname);
}

/** Caches the files needed to open the site offline. */
export async function prepare(): Promise<void> {
  const cache = await caches.open(NAME);
  await cache.add(new Request(INDEX, { cache: "reload" }));
  await Promise.all(FILES.map((file) => fetchOnce(cache, file)));
}

/** Copies a file from an earlier version if possible: names contain a hash of the content. */
async function fetchOnce(cache: Cache, file: string): Promise<void> {
  const known = await caches.match(file);
  if (known) await cache.put(file, known);
  else await cache.add(file);
}

/** Deletes all but the newest versions. */
export async function clean(): Promise<void> {
  const names = await caches.keys();
  // In order of creation.
  const versions = names.filter((name) => name.startsWith(PREFIX) && name !== NAME);
  const old = versions.slice(0, Math.max(0, versions.length + 1 - VERSIONS_KEPT));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Returns a page from the server or, offline, from the cache. */
export async function page(request: Request): Promise<Response> {
  const index = () => caches.open(NAME).then((cache) => cache.match(INDEX));
  try {
    const answer = await inTime(fetch(request));
    // A proxy's answer for a server that is down.
    return [502, 504].includes(answer.status) ? ((await index()) ?? answer) : answer;
  } catch (error) {
    const known = await index();
    if (known) return known;
    throw error;
  }
}

/** Returns a file with a content hash in its name: a cached copy is always valid. */
export async function asset(request: Request): Promise<Response> {
  const known = await caches.match(request, { ignoreVary: true });
  if (known) return known;
  const answer = await fetch(request);
  if (answer.status === 200) await keep(request, answer.clone());
  return answer;
}

/** Caches a file; a full disk, or a browser without storage, must not prevent showing it. */
async function keep(request: Request, answer: Response): Promise<void> {
  try {
    const cache = await caches.open(NAME);
    if ((await cache.keys()).length < MAX_FILES) await cache.put(request, answer);
  } catch {
    return;
  }
}

function inTime(answer: Promise<Response>): Promise<Response> {
  const late = new Promise<Response>((_, reject) => {
    setTimeout(() => reject(new Error("no answer in time")), PATIENCE_MS);
  });
  return Promise.race([answer, late]);
}
