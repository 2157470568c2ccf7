import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { apiOf } from "./support/api";
import { check } from "./support/axe";
import { token } from "./support/bookings";
import { type Front, frontOf } from "./support/front";
import { logIn, newPerson, type Person, register } from "./support/people";
import { expect, test } from "./support/test";

/*
 * The site as an app. Only here may it have a service worker: everywhere else tests look at what
 * goes over the line.
 */

let front: Front;

test.beforeAll(async ({ baseURL }) => {
  front = await frontOf(baseURL ?? "");
});

test.afterAll(() => front.close());

test.beforeEach(() => front.up());

/** Signs somebody in on a phone of their own, and waits until the site would open without a network. */
async function arrive(browser: Browser, person: Person): Promise<Page> {
  const context = await browser.newContext({
    baseURL: front.url,
    serviceWorkers: "allow",
    viewport: { width: 360, height: 740 },
    hasTouch: true,
  });
  const page = await context.newPage();
  await logIn(page, person);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  return page;
}

/** Everything that is kept on the device for when there is no network. */
function kept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    // Opening it would make it, without what the site puts into it.
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

const strip = (page: Page) => page.getByText("You're offline");
const row = (page: Page) => page.getByRole("link", { name: /Dev Tester/ });
const thread = (page: Page) => page.getByRole("region", { name: "Messages", exact: true });
const sent = (page: Page) =>
  thread(page).getByRole("listitem").filter({ hasText: "I come on Friday" });

test("without a network the site opens as last seen, and what is written goes out once", async ({
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

  front.down();
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

  front.up();
  await page.context().setOffline(false);
  await expect(sent(page)).toContainText(/Sent|Delivered/, { timeout: 30_000 });
  await expect(strip(page)).toBeHidden();
  const messages = await other.get(`/api/message/${senderId}/${receiverId}`);
  expect(JSON.stringify(messages).split("I come on Friday")).toHaveLength(2);

  // Whoever uses this browser next finds nothing of hers.
  await page.goto("/settings");
  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => kept(page)).toBe("[]");
  const cached = await page.evaluate(async () => {
    const names = await caches.keys();
    const opened = await Promise.all(names.map((name) => caches.open(name)));
    const all = await Promise.all(opened.map((cache) => cache.keys()));
    return all.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(cached.filter((path) => path !== "/" && !path.startsWith("/assets/"))).toEqual([]);
  await page.context().close();
});

test("where nothing gets through the site says so, whatever the browser says", async ({
  browser,
  member,
}) => {
  const page = await arrive(browser, member);
  await page.goto("/settings");
  await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
  await expect(strip(page)).toBeHidden();
  front.down();
  await page.reload();
  await expect(strip(page)).toBeVisible();
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  front.up();
  await expect(strip(page)).toBeHidden({ timeout: 20_000 });
  await page.context().close();
});

test("a new version says so, and asks before it takes what was typed", async ({
  browser,
  member,
}) => {
  const page = await arrive(browser, member);
  await page.goto("/settings/profile");
  // What watches over it is fetched once the page is idle, after two seconds at most.
  await page.waitForTimeout(3_000);
  await page.getByLabel("First name").fill("Somebody");
  await page.evaluate(() => {
    document.documentElement.dataset.same = "yes";
  });
  front.renew();
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

test("the site can be installed", async ({ page, request }) => {
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
