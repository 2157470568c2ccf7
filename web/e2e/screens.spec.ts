import type { Page } from "@playwright/test";
import { axe, fits } from "./support/axe";
import { doubleLetters } from "./support/letters";
import { logIn } from "./support/people";
import { expect, test, variation } from "./support/test";

/** A phone in landscape, or a laptop at 200% zoom. */
const LOW = { width: 720, height: 400 };
const TABLET = { width: 768, height: 1024 };
const WIDE = { width: 1280, height: 800 };

/** Returns the distance from the top of the window, in pixels. */
async function top(page: Page, selector: string): Promise<number> {
  return page
    .locator(selector)
    .first()
    .evaluate((found) => found.getBoundingClientRect().top);
}

test("bars scroll away on a low screen, and stay on a high one", { tag: "@nightly" }, async ({
  page,
  member,
}) => {
  await logIn(page, member, "/explore?distance=2000");
  await expect(page.getByRole("article").first()).toBeVisible();
  const scrolledTop = async () => {
    await page.evaluate(() => scrollTo(0, 400));
    return top(page, "header");
  };
  expect(await scrolledTop()).toBe(0);
  await page.setViewportSize(LOW);
  expect(await scrolledTop()).toBeLessThan(0);
  const bar = page.getByRole("navigation", { name: "Main" }).filter({ visible: true });
  await expect(bar).not.toBeInViewport();
  await bar.getByRole("link", { name: "Settings" }).click();
  await expect(page).toHaveURL(/\/settings$/);
});

test("the header of public pages scrolls away as well", { tag: "@nightly" }, async ({ page }) => {
  await page.setViewportSize(LOW);
  await page.goto("/faqs");
  await expect(page.getByRole("heading", { level: 2 }).nth(3)).toBeVisible();
  await page.evaluate(() => scrollTo(0, 200));
  expect(await top(page, "header")).toBeLessThan(0);
});

for (const path of ["/", "/login", "/signup", "/faqs"]) {
  test(`doubled text fits on ${path}`, variation(path, "/"), async ({ page }) => {
    await doubleLetters(page);
    await page.goto(path);
    await expect(page.locator("h1").first()).toBeVisible();
    await fits(page);
  });
}

for (const path of ["/explore", "/bookings", "/settings", "/wallet"]) {
  test(
    `doubled text fits on ${path}, and no bar covers it`,
    variation(path, "/explore"),
    async ({ page, member }) => {
      await logIn(page, member);
      await doubleLetters(page);
      await page.goto(path);
      await expect(page.locator("h1").first()).toBeVisible();
      await fits(page);
      const bar = page.getByRole("navigation", { name: "Main" }).filter({ visible: true });
      await expect(bar).toHaveCSS("position", "static");
      // Every entry is present, with its label inside the screen.
      for (const entry of await bar.getByRole("link").all()) {
        const box = await entry.boundingBox();
        expect(box?.x).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
      }
    },
  );
}

test("a tablet has a labelled rail and wide enough cards", { tag: "@nightly" }, async ({
  page,
  member,
}) => {
  await page.setViewportSize(TABLET);
  await logIn(page, member);
  const rail = page.getByRole("complementary").filter({ has: page.getByRole("navigation") });
  await expect(rail.getByText("Bookings", { exact: true })).toBeVisible();
  await expect(rail.getByRole("button", { name: "Logout" })).toBeVisible();
  expect((await rail.boundingBox())?.width).toBeLessThanOrEqual(100);
  const card = page.getByRole("article").first();
  await expect(card).toBeVisible();
  expect((await card.boundingBox())?.width).toBeGreaterThanOrEqual(280);
  await fits(page);
  await axe(page);
});

test("content uses the width of wide screens", { tag: "@nightly" }, async ({ page, member }) => {
  await page.setViewportSize(WIDE);
  await logIn(page, member);
  for (const [path, name] of [
    ["/wallet", "History"],
    ["/settings", "Settings"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name }).first()).toBeVisible();
    await fits(page);
  }
  await page.goto("/wallet");
  const cash = await page.getByRole("term").filter({ hasText: "Sparks" }).first().boundingBox();
  const history = await page.getByRole("heading", { name: "History" }).boundingBox();
  expect(history?.x ?? 0).toBeGreaterThan((cash?.x ?? 0) + (cash?.width ?? 0));
});

test("a skip link leads to people, and categories have arrows", async ({ page, member }) => {
  await page.setViewportSize(WIDE);
  await logIn(page, member);
  const skip = page.getByRole("link", { name: "Skip to people" });
  await skip.focus();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "People nearby" })).toBeFocused();
  const more = page.getByRole("button", { name: "More categories" });
  await more.click();
  await expect(page.getByRole("button", { name: "Earlier categories" })).toHaveCSS("opacity", "1");
  await axe(page);
});
