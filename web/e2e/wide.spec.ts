import type { Page } from "@playwright/test";
import listed from "../routes.json" with { type: "json" };
import { administrator } from "./support/admin";
import { check } from "./support/axe";
import { logIn } from "./support/people";
import { expect, test } from "./support/test";

/*
 * Layout of each screen on a wide display; behaviour is tested on a phone. Screens with an id in
 * their address, and those that follow another screen, are checked where they are used.
 */
const SENT_ON = [
  "/agreements",
  "/demo/mail",
  "/oauth-callback",
  "/google-auth",
  "/otp",
  "/personal-details",
  "/reset-psw",
  "/success",
  "/setup",
  "/explore-profile",
  "/dashboard",
  "/blog-details",
  "/book-service",
  "/book-form",
  "/book-profile",
  "/open-dispute",
  "/review",
];
const OPEN = ["/", "/login", "/forgot-psw", "/signup", "/faqs", "/help", "/terms", "/privacy"];
const plain = listed.filter((path) => !path.includes(":") && !SENT_ON.includes(path));
const staff = plain.filter((path) => path.startsWith("/admin"));
const members = plain.filter((path) => !OPEN.includes(path) && !staff.includes(path));
const isSetting = (path: string) => path.startsWith("/settings");

async function look(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.locator("h1").first()).toBeVisible();
      await expect(page.getByRole("status").filter({ hasText: /^Loading/ })).toHaveCount(0);
      await expect(page).toHaveURL((url) => url.pathname === path);
      await check(page);
    });
  }
}

test("public screens fit a wide display", async ({ page }) => {
  test.slow();
  await look(page, OPEN);
});

test("members' screens fit a wide display", async ({ page, member }) => {
  test.setTimeout(300_000);
  await logIn(page, member);
  await look(
    page,
    members.filter((path) => !isSetting(path)),
  );
});

test("settings fit a wide display", async ({ page, member }) => {
  test.setTimeout(300_000);
  await logIn(page, member);
  await look(page, members.filter(isSetting));
});

test("staff screens fit a wide display", async ({ page }) => {
  test.slow();
  await logIn(page, administrator(), "/admin");
  const sections = page.getByRole("navigation", { name: "Admin" });
  await expect(sections.getByRole("link", { name: "Audit log" })).toBeVisible();
  await expect(sections.getByRole("button")).toHaveCount(0);
  expect((await sections.boundingBox())?.width, "a column").toBeLessThan(220);
  await look(page, staff);
});
