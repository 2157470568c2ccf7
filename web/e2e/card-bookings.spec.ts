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

/** Opens the card form of a booking for £20 that is being asked for. */
async function open(page: Page, key: string): Promise<void> {
  await site.signIn(page);
  await page.goto(`${site.url}/pay-by-card?amount=20.00&key=${key}&return=/explore-list`);
  await expect(page.getByLabel("Card number")).toBeVisible();
}

const authorised = (address: URL) =>
  address.pathname === "/explore-list" && address.searchParams.has("card");

test("a card is authorised after another was declined", async ({ page }) => {
  await open(page, "declined-first");
  await check(page);
  await pay(page, DECLINED);
  await expect(page.getByText("Your card was declined.")).toBeVisible();
  await pay(page, PAYS);
  await page.waitForURL(authorised);
});

test("the bank's question is answered with no, then with yes after a reload", async ({ page }) => {
  await open(page, "asks-holder");
  await pay(page, ASKS_HOLDER);
  await page.getByRole("button", { name: "Reject payment" }).click();
  await expect(page.getByText("We are unable to authenticate")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Card number")).toBeVisible();
  await pay(page, ASKS_HOLDER);
  await page.getByRole("button", { name: "Confirm payment" }).click();
  await page.waitForURL(authorised);
});

test("a payment that was not made says so", async ({ page }) => {
  const begun = page.waitForResponse(/payment\/intent/);
  await open(page, "not-made");
  const { data } = await (await begun).json();
  await page.goto(
    `${site.url}/payment-confirmation?payment=${data.payment_intent_id}&return=/explore-list`,
  );
  await expect(page.getByText("Your payment did not go through")).toBeVisible();
  await check(page);
});

test("the card form of a booking may load from Stripe", async ({ request }) => {
  const policy = async (path: string) => {
    const answer = await request.get(site.url + path, { headers: { accept: "text/html" } });
    return answer.headers()["content-security-policy"] ?? "";
  };
  expect(await policy("/pay-by-card")).toContain("script-src 'self' https://js.stripe.com");
  expect(await policy("/payment-confirmation")).not.toContain("stripe");
});
