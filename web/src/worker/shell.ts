import { FILES, VERSION } from "./version";

const PREFIX = "shell-";
/** The page itself, which is the same at all its addresses. */
const INDEX = "/";
/** Pages of the version before may still be open. */
const VERSIONS_KEPT = 2;
/** Of a version, files that were needed besides. */
const MOST_FILES = 400;
/** Whoever waits longer for a page has as good as no network. */
const PATIENCE_MS = 8_000;
/** What the server has at addresses that are no pages of the client. */
const NOT_PAGES = /^\/(?:api|files|docs|tiles|art|assets)(?:\/|$)|\.\w+$/;

const NAME = PREFIX + VERSION;

/** Whether the client has a page there, or says itself that there is none. */
export function isPage(pathname: string): boolean {
  return !NOT_PAGES.test(pathname);
}

/** Fetches what it takes to open the site without a network. */
export async function prepare(): Promise<void> {
  const cache = await caches.open(NAME);
  await cache.add(new Request(INDEX, { cache: "reload" }));
  await Promise.all(FILES.map((file) => fetchOnce(cache, file)));
}

/** What an earlier version has is the same here: names are made of the content. */
async function fetchOnce(cache: Cache, file: string): Promise<void> {
  const known = await caches.match(file);
  if (known) await cache.put(file, known);
  else await cache.add(file);
}

/** Forgets all versions but the newest. */
export async function clean(): Promise<void> {
  const names = await caches.keys();
  // In the order in which they were made.
  const versions = names.filter((name) => name.startsWith(PREFIX) && name !== NAME);
  const old = versions.slice(0, Math.max(0, versions.length + 1 - VERSIONS_KEPT));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** A page from the server, and without a network from here. */
export async function page(request: Request): Promise<Response> {
  const index = () => caches.open(NAME).then((cache) => cache.match(INDEX));
  try {
    const answer = await inTime(fetch(request));
    // A proxy answers for a server that is down.
    return [502, 504].includes(answer.status) ? ((await index()) ?? answer) : answer;
  } catch (error) {
    const known = await index();
    if (known) return known;
    throw error;
  }
}

/** A file whose name is made of its content. */
export async function asset(request: Request): Promise<Response> {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.status === 200) await keep(request, answer.clone());
  return answer;
}

/** A full disk, or a browser that keeps nothing, is no reason to show nothing. */
async function keep(request: Request, answer: Response): Promise<void> {
  try {
    const cache = await caches.open(NAME);
    if ((await cache.keys()).length < MOST_FILES) await cache.put(request, answer);
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
