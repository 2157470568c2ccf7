import { axe, fits } from "./support/axe";
import { expect, test } from "./support/test";

test("the front page introduces the site and leads to sign-up", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/SWAP SKILLS,\s*SAVE money!/);
  await expect(
    page.getByText("Empower your community by sharing skills and services"),
  ).toBeVisible();
  for (const benefit of ["Cost-Effective", "Stronger Communities", "Eco-Friendly"]) {
    await expect(page.getByRole("heading", { name: benefit }).first()).toBeAttached();
  }
  await expect(page.getByRole("heading", { name: "How Does it Work" })).toBeAttached();
  await expect(
    page.getByRole("heading", { name: "Ready to share your skills and services?" }),
  ).toBeAttached();
  await fits(page);
  await axe(page);
  await page.getByRole("link", { name: "Sign Up for Free" }).first().click();
  await expect(page).toHaveURL(/\/signup$/);
  await expect(page.getByRole("heading", { level: 1, name: "Create Account" })).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
});

test("looking around says who sees whom, and 'Get Started' leads to sign-in", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Look around" }).click();
  await expect(page.getByText("Who lives here is for neighbours to see")).toBeInViewport();
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("link", { name: "Get Started" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole("link", { name: "Create an account" }).click();
  await expect(page).toHaveURL(/\/signup$/);
});

test("every link in header and footer leads to a page that exists", async ({ page }) => {
  await page.goto("/");
  const links = page.locator("header a[href], footer a[href]");
  const hrefs = new Set(
    await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? "")),
  );
  expect(hrefs.size).toBeGreaterThan(2);
  for (const href of hrefs) {
    await page.goto(href);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText("We can't find that page")).toHaveCount(0);
  }
});

test("the header grows from 64 to 80 pixels after 30 pixels of scrolling", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto("/");
  const bar = page.locator("header > div").first();
  await expect(bar).toHaveCSS("height", "64px");
  await page.mouse.wheel(0, 120);
  await expect(bar).toHaveCSS("height", "80px");
});

test("on a narrow screen the links sit in a menu that Escape closes", async ({ page }) => {
  await page.setViewportSize({ width: 600, height: 740 });
  await page.goto("/");
  const menu = page.getByRole("navigation", { name: "Menu" });
  await expect(menu).toBeHidden();
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(menu.getByRole("link", { name: "Home" })).toBeVisible();
  await axe(page);
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(page.getByRole("button", { name: "Open menu" })).toBeFocused();
});

test("an unknown address says so and leads back", { tag: "@nightly" }, async ({ page }) => {
  const response = await page.goto("/no-such-page");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We can't find that page");
  await axe(page);
  await page.getByRole("link", { name: "Go to the front page" }).click();
  await expect(page).toHaveURL("/");
});

test("the API browser works under the strict policy", async ({ page }) => {
  await page.goto("/docs");
  await expect(page).toHaveTitle("Sparkyard API");
  await page.getByRole("button", { name: "Authorize" }).first().click();
  await page.getByLabel(/value/i).first().fill("token");
  await page.locator(".auth-btn-wrapper .authorize").first().click();
  await page.reload();
  await expect(page.locator(".authorize.locked").first()).toBeVisible();
});
