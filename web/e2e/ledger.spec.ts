import { administrator } from "./support/admin";
import { check } from "./support/axe";
import { expectPdf } from "./support/files";
import { logIn } from "./support/people";
import { expect, test } from "./support/test";

test("the host sees where all money is, and downloads who earned pounds", async ({ page }) => {
  await logIn(page, administrator(), "/admin/ledger");
  await expect(page.getByRole("heading", { name: "Pounds", exact: true })).toBeVisible();
  await expect(page.getByText("In wallets").first()).toBeVisible();
  await expect(page.getByText("that you hold for your neighbours")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Sparks in circulation" })).toBeVisible();
  await check(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: /^Download \d{4}$/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^sellers-\d{4}\.csv$/);
});

test("the host reads what pounds mean in law before choosing them", async ({ page }) => {
  await logIn(page, administrator(), "/admin/site");
  await expect(page.getByRole("radio", { name: /^Sparks and pounds/ })).toBeChecked();
  await expect(page.getByText("Financial Conduct Authority")).toBeVisible();
  await check(page);
});

test("a member sees what they earned in a year", async ({ page, member }) => {
  await logIn(page, member, "/wallet/earnings");
  await expect(page.getByText("January to March")).toBeVisible();
  await check(page);
  await page.getByLabel("Year").selectOption("2025");
  await expect(page).toHaveURL("/wallet/earnings?year=2025");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Earned in 2025");
  await expectPdf(page, /^earnings-2025\.pdf$/);
});
