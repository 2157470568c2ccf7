import type { Page } from "@playwright/test";
import { check } from "./support/axe";
import { type CardSite, startCardSite } from "./support/card-site";
import { expect, test } from "./support/test";

const PAYS = "4242 4242 4242 4242";
const DECLINED = "4000 0000 0000 0002";
const ASKS_HOLDER = "4000 0027 6000 3184";

test.describe.configure({ mode: "serial" });

let site: CardSite;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  site = await startCardSite();
});
test.afterAll(() => site.stop());

/** Chooses an amount on the top-up screen and waits for the card form. */
async function choose(page: Page, amount: string): Promise<void> {
  await page.goto(`${site.url}/wallet`);
  await page.getByRole("link", { name: "Fund Account" }).click();
  await page.getByLabel("Amount").fill(amount);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Card number")).toBeVisible();
}

async function pay(page: Page, card: string): Promise<void> {
  await page.getByLabel("Card number").fill(card);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
}

test("a top-up is paid by card after another was declined", async ({ page }) => {
  await site.signIn(page);
  await choose(page, "20");
  await check(page);
  await pay(page, DECLINED);
  await expect(page.getByText("Your card was declined.")).toBeVisible();
  await pay(page, PAYS);
  await expect(page.getByText("£20.00 is in your wallet")).toBeVisible();
  await expect(page.getByText("You now have £20.00.")).toBeVisible();
  await check(page);
});

test("the bank's question is answered with no, then with yes", async ({ page }) => {
  await site.signIn(page);
  await choose(page, "5");
  await pay(page, ASKS_HOLDER);
  await page.getByRole("button", { name: "Reject payment" }).click();
  await expect(page.getByText("We are unable to authenticate")).toBeVisible();
  await pay(page, ASKS_HOLDER);
  await page.getByRole("button", { name: "Confirm payment" }).click();
  await expect(page.getByText("You now have £25.00.")).toBeVisible();
});

test("a payment arrives although the tab was closed in the middle", async ({ page, context }) => {
  await site.signIn(page);
  await choose(page, "7");
  await pay(page, ASKS_HOLDER);
  const confirm = page.getByRole("button", { name: "Confirm payment" });
  await expect(confirm).toBeVisible();
  // The bank's own page confirms it; ours is gone.
  const paid = page.waitForResponse(/browser\/authenticate/);
  await confirm.click();
  await paid;
  await page.close();
  const later = await context.newPage();
  await site.prepare(later);
  await later.goto(`${site.url}/wallet`);
  const balance = later.locator("#main").getByText("£32.00", { exact: true });
  await expect(balance).toBeVisible();
});

test("only the top-up page may load from Stripe", async ({ request }) => {
  const policy = async (path: string) => {
    const answer = await request.get(site.url + path, { headers: { accept: "text/html" } });
    return answer.headers()["content-security-policy"] ?? "";
  };
  const fund = await policy("/fund");
  expect(fund).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;");
  expect(fund).toContain("connect-src 'self' https://api.stripe.com;");
  expect(fund).toContain("frame-src https://js.stripe.com https://*.js.stripe.com https://hooks");
  for (const path of ["/", "/wallet", "/payment-success", "/explore"]) {
    expect(await policy(path)).not.toContain("stripe");
  }
});
