import { check } from "./support/axe";
import { logIn } from "./support/people";
import { expect, test } from "./support/test";

test("a visitor finds a post, and previews of its link show what it is about", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Blog" }).click();
  await expect(page.getByRole("article").getByRole("article")).toHaveCount(6);
  await check(page);
  await page.getByRole("link", { name: "Meeting safely" }).click();
  await expect(page).toHaveURL("/blog/meeting-safely");
  await expect(page.getByRole("heading", { level: 1, name: "Meeting safely" })).toBeVisible();
  await expect(page).toHaveTitle("Meeting safely · Sparkyard");
  await check(page);
  const html = await (await page.request.get("/blog/meeting-safely")).text();
  expect(html).toContain('<meta property="og:title" content="Meeting safely · Sparkyard" />');
  expect(html).toMatch(/<link rel="canonical" href="[^"]+\/blog\/meeting-safely" \/>/);
  await page.getByRole("link", { name: "All posts" }).click();
  await expect(page).toHaveURL("/blog");
});

test("the old address leads to the newest post, and an unknown one says so", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto("/blog-details");
  await expect(page).toHaveURL(/\/blog\/[a-z-]+$/);
  await expect(page.getByRole("heading", { level: 1, name: /^Mend it together/ })).toBeVisible();
  const response = await page.goto("/blog/no-such-post");
  expect(response?.status()).toBe(404);
  await expect(page.getByText("We can't find that post")).toBeVisible();
  await check(page);
});

test("members read the public pages inside the app, with a way back", async ({ page, member }) => {
  await logIn(page, member, "/settings?tab=legal");
  for (const [path, back] of [
    ["/blog", "/settings?tab=legal"],
    ["/contact", "/help"],
    ["/cookies", "/settings?tab=legal"],
    ["/blog/how-sparks-work", "/blog"],
  ]) {
    await page.goto(path ?? "");
    await expect(page.getByRole("navigation", { name: "Main" }).first()).toBeAttached();
    await expect(page.getByRole("link", { name: "Back" })).toHaveAttribute("href", back ?? "");
    await check(page);
  }
  await page.goto("/coming-soon");
  await expect(page.getByRole("heading", { level: 1, name: "Coming soon" })).toBeVisible();
  await check(page);
});
