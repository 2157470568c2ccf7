import type { Browser, BrowserContext } from "@playwright/test";
import { logIn } from "./support/people";
import { visit } from "./support/slow";
import { expect, test } from "./support/test";

/** Highest cumulative layout shift allowed on any screen. */
const SHIFT = 0.05;
/** Highest number of photos that are close enough to the screen to be fetched. */
const PHOTOS = 8;
/** Longest time to the largest paint, in ms: 2.5 s on a slow line, doubled for a busy processor. */
const PAINTED_MS = 5_000;

/** Highest number of requests on arrival, without photos, and total size. */
interface Budget {
  path: string;
  requests: number;
  kilobytes: number;
}

/** Visits a screen with an empty cache and compares it with its budget. */
async function check(context: BrowserContext, { path, requests, kilobytes }: Budget) {
  const page = await context.newPage();
  const cost = await visit(page, path);
  const named = `${path}: ${JSON.stringify(cost, null, 1)}`;
  expect(new URL(page.url()).pathname, named).toBe(path);
  expect.soft(cost.urls.length, named).toBeLessThanOrEqual(requests);
  expect.soft(cost.photos.length, named).toBeLessThanOrEqual(PHOTOS);
  expect.soft(cost.kilobytes, named).toBeLessThanOrEqual(kilobytes);
  expect.soft(cost.shift, named).toBeLessThanOrEqual(SHIFT);
  expect.soft(cost.paintedMs, named).toBeLessThanOrEqual(PAINTED_MS);
  // Preload requests must be those of the screen: no duplicates, and none unused.
  expect.soft([...new Set(cost.urls)], named).toEqual(cost.urls);
  await context.close();
}

async function signedIn(browser: Browser, person: Parameters<typeof logIn>[1]) {
  const context = await browser.newContext();
  await logIn(await context.newPage(), person);
  const storageState = await context.storageState();
  await context.close();
  return () => browser.newContext({ storageState });
}

test("a newcomer's screens stay within their budgets", async ({ browser }) => {
  for (const budget of [
    { path: "/", requests: 16, kilobytes: 255 },
    { path: "/login", requests: 24, kilobytes: 270 },
  ]) {
    await check(await browser.newContext(), budget);
  }
});

test("a member's screens stay within their budgets", async ({ browser, member }) => {
  const open = await signedIn(browser, member);
  for (const budget of [
    { path: "/explore", requests: 30, kilobytes: 380 },
    { path: "/explore-list", requests: 30, kilobytes: 380 },
    { path: "/bookings", requests: 29, kilobytes: 310 },
    { path: "/messages", requests: 28, kilobytes: 310 },
    { path: "/user", requests: 30, kilobytes: 330 },
    { path: "/wallet", requests: 28, kilobytes: 300 },
    { path: "/settings", requests: 28, kilobytes: 300 },
    { path: "/settings/profile", requests: 30, kilobytes: 330 },
  ]) {
    await check(await open(), budget);
  }
});

test("a neighbour's profile stays within its budget", { tag: "@nightly" }, async ({
  browser,
  member,
  page,
}) => {
  const open = await signedIn(browser, member);
  await logIn(page, member);
  const href = await page.getByRole("article").getByRole("link").first().getAttribute("href");
  await check(await open(), { path: href ?? "", requests: 30, kilobytes: 380 });
});
