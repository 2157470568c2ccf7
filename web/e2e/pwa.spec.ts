import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { apiOf, token } from "./support/api";
import { check } from "./support/axe";
import { provider } from "./support/bookings";
import { dateInDays } from "./support/journey";
import { enterCredentials, newPerson, type Person, register } from "./support/people";
import { startProxy, type TestProxy } from "./support/proxy";
import { expect, test } from "./support/test";

/*
 * The site as an installed app. Only these tests allow a service worker: all others look at network
 * requests.
 */

let proxy: TestProxy;

test.beforeAll(async ({ baseURL }) => {
  proxy = await startProxy(baseURL ?? "");
});

test.afterAll(() => proxy.close());

test.beforeEach(() => proxy.up());

/** Signs a person in on a phone, and waits until the site would open offline. */
async function arrive(browser: Browser, person: Person): Promise<Page> {
  const context = await browser.newContext({
    baseURL: proxy.url,
    serviceWorkers: "allow",
    viewport: { width: 360, height: 740 },
    hasTouch: true,
  });
  const page = await context.newPage();
  // By the form, as on a first visit: the worker is then often active before the first screen.
  await page.goto("/login");
  await enterCredentials(page, person);
  await expect(page).toHaveURL(/\/explore$/);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  return page;
}

/** Returns everything that the device keeps for offline use. */
function kept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    // Opening the database would create it, without the stores that the site adds.
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === "last-seen")) return "[]";
    return new Promise<string>((resolve, reject) => {
      const opening = indexedDB.open("last-seen");
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const database = opening.result;
        if (!database.objectStoreNames.contains("answers")) return resolve("[]");
        const all = database.transaction("answers").objectStore("answers").getAll();
        all.onsuccess = () => resolve(JSON.stringify(all.result));
        database.close();
      };
    });
  });
}

async function idOf(request: APIRequestContext, person: Person): Promise<string> {
  const [, claims = ""] = (await token(request, person)).split(".");
  return (JSON.parse(Buffer.from(claims, "base64url").toString()) as { id: string }).id;
}

/** Returns the paths of the site's files in the browser's caches. */
const files = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const opened = await Promise.all(names.map((name) => caches.open(name)));
    const all = await Promise.all(opened.map((cache) => cache.keys()));
    return all.flat().map(({ url }) => new URL(url).pathname);
  });

const strip = (page: Page) => page.getByText("You're offline");
const row = (page: Page) => page.getByRole("link", { name: /Dev Tester/ });
const thread = (page: Page) => page.getByRole("region", { name: "Messages", exact: true });
const sent = (page: Page) =>
  thread(page).getByRole("listitem").filter({ hasText: "I come on Friday" });

test("offline, the site opens as last seen, and messages go out once", async ({
  browser,
  request,
}) => {
  test.slow();
  const [ana, dev] = [newPerson("Ana"), newPerson("Dev")];
  for (const person of [ana, dev]) await register(request, person);
  const page = await arrive(browser, ana);
  const [receiverId, senderId] = [await idOf(request, ana), await idOf(request, dev)];
  const other = await apiOf(request, dev);
  const content = "Hello Ana, when can you come?";
  await other.post("/api/message", { senderId, receiverId, content });

  await page.goto("/messages");
  await row(page).click();
  await expect(thread(page).getByText(content)).toBeVisible();
  await expect.poll(() => kept(page)).toContain(content);

  proxy.down();
  await page.context().setOffline(true);
  await page.goto("/messages");
  await expect(row(page)).toBeVisible();
  await expect(strip(page)).toBeVisible();
  await check(page);
  await row(page).click();
  await expect(thread(page).getByText(content)).toBeVisible();
  await page.getByRole("textbox", { name: "Message to Dev" }).fill("I come on Friday");
  await page.getByRole("button", { name: "Send" }).click();
  await page.reload();
  await expect(sent(page)).toBeVisible();

  proxy.up();
  await page.context().setOffline(false);
  await expect(sent(page)).toContainText(/Sent|Delivered/, { timeout: 30_000 });
  await expect(strip(page)).toBeHidden();
  const messages = await other.get(`/api/message/${senderId}/${receiverId}`);
  expect(JSON.stringify(messages).split("I come on Friday")).toHaveLength(2);

  // The next user of this browser finds none of her data.
  await page.goto("/settings");
  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => kept(page)).toBe("[]");
  const cached = await files(page);
  expect(cached.filter((path) => path !== "/" && !path.startsWith("/assets/"))).toEqual([]);
  await page.context().close();
});

test("bookings and conversations stay readable offline after other screens", async ({
  browser,
  request,
}) => {
  test.slow();
  const { person: dev, path } = await provider(request, "0");
  const ana = newPerson("Ana");
  await register(request, ana);
  const client = await apiOf(request, ana);
  const query = new URLSearchParams(path.split("?")[1]);
  const booking = await client.form<{ id: number }>("/api/bookings", {
    skills_id: query.get("skill") ?? "",
    booked_user_id: query.get("user") ?? "",
    description: "The kitchen tap drips even when shut tight.",
    booking_location: "14 Crown Street, Leeds, LS2 7DG",
    booking_date: `${dateInDays(3)}T10:30:00Z`,
    payment_method: "none",
  });
  const other = await apiOf(request, dev);
  await other.put(`/api/bookings/accept/${booking.id}`);
  const page = await arrive(browser, ana);
  await page.goto("/bookings");
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect.poll(() => kept(page)).toContain("14 Crown Street");
  await expect.poll(() => files(page)).toContainEqual(expect.stringContaining("/outward-progress"));
  // Another screen, freshly loaded, does not have them in memory.
  await page.goto("/settings");
  await expect.poll(() => kept(page)).toContain("14 Crown Street");
  proxy.down();
  await page.context().setOffline(true);
  await page.goto("/bookings");
  await expect(strip(page)).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link")).toHaveCount(5);
  await page.getByRole("article").getByRole("link").first().click();
  await expect(page.getByText("14 Crown Street").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "07700 900123" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("link", { name: "07700 900123" })).toBeVisible();
  await check(page);
  await page.goto("/messages");
  await expect(page.getByText(/Failed to/)).toHaveCount(0);
  await page.context().close();
});

test("an unreachable server is reported even if the browser is online", {
  tag: "@nightly",
}, async ({ browser, member }) => {
  const page = await arrive(browser, member);
  await page.goto("/settings");
  await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
  await expect(strip(page)).toBeHidden();
  proxy.down();
  await page.reload();
  await expect(strip(page)).toBeVisible();
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  proxy.up();
  await expect(strip(page)).toBeHidden({ timeout: 20_000 });
  await page.context().close();
});

test("a new version is announced, and asks before discarding input", async ({
  browser,
  member,
}) => {
  const page = await arrive(browser, member);
  await page.goto("/settings/profile");
  // The update check is fetched once the page is idle, after two seconds at most.
  await page.waitForTimeout(3_000);
  await page.getByLabel("First name").fill("Somebody");
  await page.evaluate(() => {
    document.documentElement.dataset.same = "yes";
  });
  proxy.serveNewVersion();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect(page.getByText("A new version is ready")).toBeVisible();
  await check(page);
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByText(/What you have typed here may be lost/)).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-same", "yes");
  await page.getByRole("button", { name: "Reload anyway" }).click();
  await expect(page.locator("html")).not.toHaveAttribute("data-same", "yes");
  await expect(page.getByRole("heading", { name: "Edit profile" }).first()).toBeVisible();
  await page.context().close();
});

test("the site can be installed", { tag: "@nightly" }, async ({ page, request }) => {
  await page.goto("/");
  const href = await page.locator("link[rel=manifest]").getAttribute("href");
  const manifest = (await (await request.get(href ?? "")).json()) as {
    name: string;
    display: string;
    start_url: string;
    icons: { src: string; sizes: string; purpose?: string; type: string }[];
    shortcuts: { name: string; url: string }[];
  };
  expect(manifest).toMatchObject({ display: "standalone", start_url: "/explore" });
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(["Explore", "Bookings", "Messages"]);
  for (const purpose of [undefined, "maskable"]) {
    for (const sizes of ["192x192", "512x512"]) {
      const icon = manifest.icons.find((one) => one.purpose === purpose && one.sizes === sizes);
      const size = await page.evaluate(async (src) => {
        const image = new Image();
        image.src = src;
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }, icon?.src ?? "");
      expect(size).toBe(sizes);
    }
  }
  const worker = await request.get("/sw.js");
  expect(worker.headers()).toMatchObject({
    "cache-control": "no-cache",
    "content-type": "text/javascript; charset=utf-8",
  });
});
