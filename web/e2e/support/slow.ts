import type { CDPSession, Page } from "@playwright/test";
import { expect } from "./test";

/** A phone on a slow mobile line: 1.6 Mbit/s, and 150 ms round trip. */
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

const LIVE = "/api/live";
/** Health check, requested because the event stream is blocked here. */
const PROBE = "/healthz";
/** Path of photos. */
const FILES = "/files/";

/** Cost of a visit. */
export interface Cost {
  /** Paths and queries of all requests except those for photos. */
  urls: string[];
  /** Paths of photos; each is a separate file, requested shortly before it scrolls into view. */
  photos: string[];
  kilobytes: number;
  /** Cumulative layout shift of the page. */
  shift: number;
  /** Time of the largest contentful paint. */
  paintedMs: number;
}

/** Values measured in the page. */
interface Seen {
  shift: number;
  paintedMs: number;
}

/** Opens an address with an empty cache; waits for network idle and the use of preloaded responses. */
export async function visit(page: Page, path: string): Promise<Cost> {
  const line = await page.context().newCDPSession(page);
  const { urls, photos, bytes } = await listen(line);
  await line.send("Network.emulateNetworkConditions", LINE);
  await page.addInitScript(observe);
  // The event stream would keep the network busy; its cost is tested elsewhere. Blocking it with
  // Playwright's routes would also disable the browser's cache.
  await line.send("Network.setBlockedURLs", { urls: [`*${LIVE}*`] });
  await page.goto(path, { waitUntil: "networkidle" });
  const unused = () => page.evaluate(() => [...(window.preloaded?.answers.keys() ?? [])]);
  await expect
    .poll(unused, { message: `${path}: preloaded responses are used`, timeout: 20_000 })
    .toEqual([]);
  await page.waitForLoadState("networkidle");
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  return { urls, photos, kilobytes: Math.round(bytes() / 1_000), ...seen };
}

/** Records all requests from now on. */
async function listen(line: CDPSession) {
  const urls: string[] = [];
  const photos: string[] = [];
  let bytes = 0;
  line.on("Network.requestWillBeSent", ({ request }) => {
    const { pathname, search, protocol } = new URL(request.url);
    if (!protocol.startsWith("http") || [LIVE, PROBE].includes(pathname)) return;
    (pathname.startsWith(FILES) ? photos : urls).push(pathname + search);
  });
  line.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await line.send("Network.enable");
  return { urls, photos, bytes: () => bytes };
}

/** Runs in the page, before its own scripts. */
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
