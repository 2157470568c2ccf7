import { axe, fits } from "./support/axe";
import { enterCredentials, logIn } from "./support/people";
import { expect, test } from "./support/test";

test("wrong credentials are refused with a message of our own", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByRole("heading", { level: 1, name: "Welcome back!" })).toBeVisible();
  await axe(page);
  await page.getByLabel("Email").fill("nobody@example.org");
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByRole("alert")).toHaveText("Invalid credentials. Please try again.");
});

test("a guarded screen asks to log in first and is shown afterwards", async ({ page, member }) => {
  await page.goto("/bookings?tab=outward");
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel("Email").fill(member.email);
  await page.getByLabel("Password", { exact: true }).fill(member.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/bookings\?tab=outward$/);
});

test("a session that ends leads back to where it was, with what was written", async ({
  page,
  member,
}) => {
  await logIn(page, member);
  await page.goto("/user?edit=about");
  const bio = page.getByRole("textbox", { name: "Bio" });
  await bio.fill("I mend bicycles in the evening.");
  // The server no longer knows this device.
  await page.evaluate(() => {
    for (const key of ["accessToken", "refreshToken", "decodedToken"]) localStorage.removeItem(key);
    window.dispatchEvent(new StorageEvent("storage", { key: "accessToken" }));
  });
  await expect(page).toHaveURL(/\/login\?next=/);
  await expect(page.getByText("Log in, and you are back where you were.")).toBeVisible();
  await enterCredentials(page, member);
  await expect(page).toHaveURL(/\/user\?edit=about$/);
  await expect(bio).toHaveValue("I mend bicycles in the evening.");
});

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

test("the shell leads everywhere and keyboard users get past it", async ({ page, member }) => {
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

test("the skip link is the first stop and leads to the screen", async ({ page, member }) => {
  await logIn(page, member);
  await page.reload();
  await expect(page.getByRole("link", { name: "Your profile", exact: true })).toBeVisible();
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#main")).toBeFocused();
});

test("the bell opens the notices and gives the focus back", async ({ page, member }) => {
  await logIn(page, member);
  const bell = page.getByRole("button", { name: /^Notifications/ });
  await bell.click();
  await expect(page.getByRole("dialog", { name: "Notifications" })).toBeVisible();
  await axe(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Notifications" })).toBeHidden();
  await expect(bell).toBeFocused();
});

test("logging out asks first, then forgets everything", async ({ page, member }) => {
  await logIn(page, member);
  await page.goto("/user");
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

test("signing out in one tab signs out the others", async ({ page, context, member }) => {
  await logIn(page, member);
  const other = await context.newPage();
  await other.goto("/user");
  await expect(other.getByRole("link", { name: "Your profile" })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await expect(other).toHaveURL(/\/login$/);
});

test("being offline is said quietly", async ({ page, context, member }) => {
  await logIn(page, member);
  await context.setOffline(true);
  await expect(page.getByText("You're offline")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("You're offline")).toBeHidden();
});
