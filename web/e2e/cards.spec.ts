import type { Page } from "@playwright/test";
import { check } from "./support/axe";
import {
  ASKS_HOLDER,
  type CardSite,
  DECLINED,
  PAYS,
  pay,
  startCardSite,
} from "./support/card-site";
import { expect, test } from "./support/test";

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

test("a card is kept, pays a top-up, and is deleted", async ({ page }) => {
  await site.signIn(page);
  await page.goto(`${site.url}/settings/payment`);
  await page.getByRole("link", { name: /^Billing/ }).click();
  await expect(page.getByText("No card yet")).toBeVisible();
  await check(page);
  await page.getByRole("link", { name: "Add a card" }).click();
  await expect(page.getByLabel("Card number")).toBeVisible();
  await check(page);
  await page.getByLabel("Card number").fill(DECLINED);
  await page.getByRole("button", { name: "Save card" }).click();
  await expect(page.getByText("Your card was declined.")).toBeVisible();
  await page.getByLabel("Card number").fill(ASKS_HOLDER);
  await page.getByRole("button", { name: "Save card" }).click();
  await page.getByRole("button", { name: "Confirm payment" }).click();
  await expect(page).toHaveURL(/\/bills$/);
  const card = page.getByRole("article").filter({ hasText: "Visa **** 3184" });
  await expect(card).toContainText("Default");
  await expect(card).toContainText("Valid until 08/31");
  await check(page);
  await page.goto(`${site.url}/fund?amount=3`);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("radio", { name: /Visa \*+ 3184/ })).toBeChecked();
  await check(page);
  await page.getByRole("button", { name: "Pay", exact: true }).dblclick();
  await page.getByRole("button", { name: "Confirm payment" }).click();
  await expect(page.getByText("You now have £35.00.")).toBeVisible();
  await page.goto(`${site.url}/bills`);
  await card.getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("button", { name: "Delete card" }).click();
  await expect(page.getByText("No card yet")).toBeVisible();
});

test("an account at Stripe is created, and its form left and opened again", async ({ page }) => {
  await site.signIn(page);
  // Stands for Stripe's form.
  await page.route("https://connect.stripe.com/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Stripe's form</h1>" }),
  );
  await page.goto(`${site.url}/settings/payment`);
  await page.getByRole("link", { name: /^Setup Connect Wallet/ }).click();
  await expect(page.getByText("Secure payment processing")).toBeVisible();
  await check(page);
  await page.getByRole("button", { name: "Set Up Payment Processing" }).click();
  await expect(page.getByRole("heading", { name: "Stripe's form" })).toBeVisible();
  const first = page.url();
  // The member leaves the form before its end.
  await page.goto(`${site.url}/create-stripe-account?returned=1`);
  await expect(page.getByRole("heading", { name: "Account Setup Failed" })).toBeVisible();
  await check(page);
  await page.getByRole("link", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { name: "Stripe's form" })).toBeVisible();
  expect(page.url()).not.toBe(first);
  await page.goto(`${site.url}/create-stripe-account`);
  await expect(page.getByText("your date of birth")).toBeVisible();
  await expect(page.getByRole("button", { name: "Complete Stripe Onboarding" })).toBeVisible();
  await check(page);
  await page.goto(`${site.url}/success-pay`);
  await expect(page.getByRole("link", { name: "Go to Dashboard" })).toBeVisible();
  await check(page);
});

test("only the pages with a card form may load from Stripe", async ({ request }) => {
  const policy = async (path: string) => {
    const answer = await request.get(site.url + path, { headers: { accept: "text/html" } });
    return answer.headers()["content-security-policy"] ?? "";
  };
  const fund = await policy("/fund");
  expect(fund).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;");
  expect(fund).toContain("connect-src 'self' https://api.stripe.com;");
  expect(fund).toContain("frame-src https://js.stripe.com https://*.js.stripe.com https://hooks");
  expect(await policy("/add-bills")).toBe(fund);
  for (const path of ["/", "/wallet", "/payment-success", "/explore", "/bills"]) {
    expect(await policy(path)).not.toContain("stripe");
  }
});
