import type { Page } from "@playwright/test";
import { administrator, earner } from "./support/admin";
import { check } from "./support/axe";
import { logIn } from "./support/people";
import { expect, test } from "./support/test";

/** An amount that no other run of this test uses. */
const amount = () => (1 + Math.floor(Math.random() * 900) / 100).toFixed(2);

/** Finds a withdrawal by its amount. */
function withdrawal(page: Page, pounds: string) {
  return page
    .getByRole("listitem")
    .filter({ hasText: `£${pounds}` })
    .first();
}

test("a member withdraws, and an admin pays", async ({ page, browser }) => {
  const pounds = amount();
  const member = earner();
  await logIn(page, member, "/get-paid");
  await expect(page.getByText("You can withdraw")).toBeVisible();
  await page.getByLabel("Amount").fill(pounds);
  await page.getByLabel("Your password").fill("not my password");
  await page.getByRole("button", { name: "Withdraw", exact: true }).click();
  await expect(page.getByLabel("Your password")).toBeFocused();
  await page.getByLabel("Your password").fill(member.password);
  await page.getByRole("button", { name: "Withdraw", exact: true }).click();
  await expect(page.getByText(`£${pounds} requested`)).toBeVisible();
  await expect(withdrawal(page, pounds)).toContainText("Requested");
  await check(page);

  const admin = await (await browser.newContext()).newPage();
  await logIn(admin, administrator(), "/admin/withdrawals");
  const card = withdrawal(admin, pounds);
  await card.getByRole("button", { name: "Show bank account" }).click();
  await expect(card).toContainText("00-00-00");
  await check(admin);
  await card.getByRole("button", { name: "Mark as paid" }).click();
  await card.getByLabel("Reference of the bank transfer").fill("SPARKYARD 7");
  await card.getByRole("button", { name: "Mark as paid" }).click();
  await expect(admin.getByText(`£${pounds} for Dev Kaur paid`)).toBeVisible();
  await admin.context().close();

  await page.reload();
  await expect(withdrawal(page, pounds)).toContainText("Paid");
  await expect(withdrawal(page, pounds)).toContainText("SPARKYARD 7");
});
