import { axe, fits } from "./support/axe";
import { logIn } from "./support/people";
import { expect, test } from "./support/test";

test("help and legal pages stand in the shell for members", async ({ page, member }) => {
  await logIn(page, member);
  for (const path of ["/help", "/terms", "/privacy", "/faqs"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const nav = page.getByRole("navigation", { name: "Main" }).filter({ visible: true });
    await expect(nav.getByRole("link", { name: "Explore" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Get Started" })).toHaveCount(0);
    await fits(page);
    await axe(page);
  }
  await page.goto("/no-such-page");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We can't find that page");
  await page.getByRole("link", { name: "Go to Explore" }).click();
  await expect(page).toHaveURL(/\/explore$/);
});

test("the shell links everywhere, and keyboard users can skip it", async ({ page, member }) => {
  await logIn(page, member);
  await expect(page.getByRole("link", { name: "Your profile", exact: true })).toBeVisible();
  await fits(page);
  await axe(page);
  const nav = page.getByRole("navigation", { name: "Main" }).filter({ visible: true });
  await nav.getByRole("link", { name: "Bookings" }).click();
  await expect(page).toHaveURL(/\/bookings/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(nav.getByRole("link", { name: "Bookings" })).toHaveAttribute("aria-current", "page");
  await page.getByRole("link", { name: /Your location/ }).click();
  await expect(page).toHaveURL(/\/settings\/profile$/);
  await page
    .getByRole("link", { name: /^Search/ })
    .filter({ visible: true })
    .click();
  await expect(page).toHaveURL(/\/search$/);
});

test("the wallet is one tap away", async ({ page, member }) => {
  await logIn(page, member);
  await page
    .getByRole("banner")
    .getByRole("link", { name: "Your wallet" })
    .or(page.getByRole("complementary").getByRole("link", { name: /^Your wallet/ }))
    .filter({ visible: true })
    .click();
  await expect(page).toHaveURL(/\/wallet$/);
  await expect(page.getByRole("heading", { level: 1, name: "Your wallet" })).toBeVisible();
  await page.getByRole("button", { name: "What are sparks?" }).click();
  await expect(page.getByRole("dialog", { name: "What are sparks?" })).toBeVisible();
  await fits(page);
  await axe(page);
  await page.getByRole("link", { name: "More about your wallet" }).click();
  await expect(page).toHaveURL(/\/help#your-wallet$/);
  await expect(page.getByRole("heading", { level: 2, name: "Your wallet" })).toBeInViewport();
});

test("the skip link comes first and leads to the screen", async ({ page, member }) => {
  await logIn(page, member);
  await page.reload();
  await expect(page.getByRole("link", { name: "Your profile", exact: true })).toBeVisible();
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#main")).toBeFocused();
});

test("the bell opens notifications and restores the focus", async ({ page, member }) => {
  await logIn(page, member);
  const bell = page.getByRole("button", { name: /^Notifications/ });
  await bell.click();
  await expect(page.getByRole("dialog", { name: "Notifications" })).toBeVisible();
  await axe(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Notifications" })).toBeHidden();
  await expect(bell).toBeFocused();
});

test("logging out asks first, then clears all data", async ({ page, member }) => {
  await logIn(page, member, "/user");
  await page.getByRole("button", { name: "Logout" }).filter({ visible: true }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm Logout" });
  await expect(dialog).toContainText("Are you sure you want to logout from your account?");
  await axe(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Logout" }).filter({ visible: true }).click();
  await dialog.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.goto("/user");
  await expect(page).toHaveURL(/\/login\?next=/);
});

test("being offline shows a quiet notice", async ({ page, context, member }) => {
  await logIn(page, member);
  // The last file that a page fetches by itself, once it is idle.
  const isComplete = () =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/assets/pwa-"));
  await page.waitForFunction(isComplete);
  await context.setOffline(true);
  await expect(page.getByText("You're offline")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("You're offline")).toBeHidden();
});
