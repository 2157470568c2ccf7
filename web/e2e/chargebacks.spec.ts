import { check } from "./support/axe";
import { type CardSite, DISPUTED, pay, startCardSite } from "./support/card-site";
import { expect, test } from "./support/test";

let site: CardSite;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  site = await startCardSite();
});
test.afterAll(() => site.stop());

test("a top-up that is disputed at the bank is set aside, and lost", async ({ page }) => {
  await site.signIn(page);
  await page.goto(`${site.url}/fund`);
  await page.getByLabel("Amount").fill("20");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Card number")).toBeVisible();
  await pay(page, DISPUTED);

  await expect(async () => {
    await page.goto(`${site.url}/wallet`);
    const entry = page.getByText("Set aside: a top-up is disputed at your bank");
    await expect(entry).toBeVisible({ timeout: 2000 });
  }).toPass();
  await check(page);

  await page.goto(`${site.url}/admin/ledger`);
  const heading = page.getByRole("heading", { name: "Disputed at the bank" });
  const card = page.locator("div").filter({ has: heading }).last();
  await expect(card.getByText("£20.00 by Ada Host")).toBeVisible();
  await expect(card.getByText("£20.00 is set aside.")).toBeVisible();
  await expect(card.getByText("Answer Stripe by")).toBeVisible();
  await check(page);

  await site.acceptDispute();
  await expect(async () => {
    await page.goto(`${site.url}/admin/ledger?status=lost`);
    await expect(card.getByText("£20.00 was set aside.")).toBeVisible({ timeout: 2000 });
  }).toPass();
  await page.goto(`${site.url}/notifications`);
  await expect(page.getByText("Your bank has taken back your top-up of £20.00")).toBeVisible();
});
