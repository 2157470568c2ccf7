import type { CDPSession, Page } from "@playwright/test";
import { expect } from "./test";

/** A phone on a slow mobile line: 1.6 Mbit/s, and 150 ms to the server and back. */
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

const LIVE = "/api/live";
/** Asked for because the stream is kept from the page here: whether the site is there at all. */
const PROBE = "/healthz";
/** Where photos lie. */
const FILES = "/files/";

/** What a visit cost. */
export interface Cost {
  /** Paths and queries of all requests but those for photos. */
  asked: string[];
  /** Paths of photos: each is a file of its own, asked for when it is nearly seen. */
  photos: string[];
  kilobytes: number;
  /** How far what was on the screen moved: the layout shifts of the page. */
  shift: number;
  /** When the largest thing on the screen was painted. */
  paintedMs: number;
}

/** Measured in the page. */
interface Seen {
  shift: number;
  paintedMs: number;
}

/** Opens an address with nothing in the cache, and waits until nothing more comes and all is used. */
export async function visit(page: Page, path: string): Promise<Cost> {
  const line = await page.context().newCDPSession(page);
  const { asked, photos, bytes } = await listen(line);
  await line.send("Network.emulateNetworkConditions", LINE);
  await page.addInitScript(observe);
  // What never ends would be waited for; what it costs is tried elsewhere. Playwright's own way to
  // stop it would also stop the browser from using its cache.
  await line.send("Network.setBlockedURLs", { urls: [`*${LIVE}*`] });
  await page.goto(path, { waitUntil: "networkidle" });
  const unused = () => page.evaluate(() => [...(window.early?.answers.keys() ?? [])]);
  await expect
    .poll(unused, { message: `${path}: what was asked for early is used`, timeout: 20_000 })
    .toEqual([]);
  await page.waitForLoadState("networkidle");
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  return { asked, photos, kilobytes: Math.round(bytes() / 1_000), ...seen };
}

/** What goes over the line from now on. */
async function listen(line: CDPSession) {
  const asked: string[] = [];
  const photos: string[] = [];
  let bytes = 0;
  line.on("Network.requestWillBeSent", ({ request }) => {
    const { pathname, search, protocol } = new URL(request.url);
    if (!protocol.startsWith("http") || [LIVE, PROBE].includes(pathname)) return;
    (pathname.startsWith(FILES) ? photos : asked).push(pathname + search);
  });
  line.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await line.send("Network.enable");
  return { asked, photos, bytes: () => bytes };
}

/** Runs in the page, before anything of it. */
function observe() {
  const seen: Seen = { shift: 0, paintedMs: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as unknown as Record<string, number>;
      if (!hadRecentInput) seen.shift += value ?? 0;
    }
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.paintedMs = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
}
