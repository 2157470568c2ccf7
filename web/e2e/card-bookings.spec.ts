import type { Page } from "@playwright/test";
import { apiOf, bookingPath, offer } from "./support/api";
import { check } from "./support/axe";
import { accept, sentBooking } from "./support/bookings";
import {
  ASKS_HOLDER,
  type CardSite,
  DECLINED,
  PAYS,
  pay,
  startCardSite,
} from "./support/card-site";
import { dateInDays, fillRequest } from "./support/journey";
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

test("a booking is paid with a kept card, from the request to the provider's wallet", async ({
  browser,
}) => {
  test.slow();
  const [dev, ana] = [await site.join("Dev"), await site.join("Ana")];
  const [ofDev, ofAna] = [await apiOf(site.request, dev), await apiOf(site.request, ana)];
  const skill = await offer(ofDev, "20");
  const client = await site.open(browser, ana, "/add-bills");
  await client.getByLabel("Card number").fill(ASKS_HOLDER);
  await client.getByRole("button", { name: "Save card" }).click();
  await client.getByRole("button", { name: "Confirm payment" }).click();
  await expect(client).toHaveURL(/\/bills$/);

  // The draft survives the way to the card and back.
  await client.goto(bookingPath(skill));
  await fillRequest(client, dateInDays(20));
  await client.getByRole("button", { name: "Book Now" }).click();
  await client.getByRole("radio", { name: /^Card/ }).check();
  await expect(client.getByText("If they don't answer, nothing is taken.")).toBeVisible();
  await client.getByRole("button", { name: "Continue with £20.00" }).click();
  await expect(client.getByRole("radio", { name: /Visa \*+ 3184/ })).toBeChecked();
  await client.getByRole("radio", { name: "Another card" }).check();
  await expect(client.getByLabel("Card number")).toBeVisible();
  await client.getByRole("radio", { name: /Visa \*+ 3184/ }).check();
  await expect(client.getByLabel("Card number")).toBeHidden();
  await check(client);
  const payNow = client.getByRole("button", { name: "Pay", exact: true });
  await payNow.click();
  await client.getByRole("button", { name: "Reject payment" }).click();
  await expect(client.getByText("We are unable to authenticate")).toBeVisible();
  await payNow.click();
  await client.getByRole("button", { name: "Confirm payment" }).click();
  await client.getByRole("button", { name: "Send request for £20.00" }).dblclick();
  const id = await sentBooking(client);
  await expect(client.getByText("Card authorised, not charged")).toBeVisible();
  await check(client);

  const provider = await site.open(browser, dev, `/inward-details/${id}`);
  await expect(provider.getByText("Card authorised, not charged")).toBeVisible();
  await accept(provider);
  await expect(provider.getByText("Held safely until the work is done")).toBeVisible();
  // The visit is moved to a moment from now, and both wait for it.
  const soon = new Date(Date.now() + 3_000);
  const moved = { booking_date: soon.toISOString() };
  await ofDev.put(`/api/bookings/propose/${id}`, moved);
  await ofAna.put(`/api/bookings/accept-time/${id}`, moved);
  await expect.poll(() => Date.now()).toBeGreaterThan(soon.getTime());
  await provider.reload();
  await provider.getByRole("button", { name: "Complete booking" }).click();
  await provider.getByRole("dialog").getByRole("button", { name: "Complete booking" }).click();
  await expect(provider.getByText(/^Held until Ana confirms/)).toBeVisible();
  await client.reload();
  await client.getByRole("button", { name: "Confirm completion" }).click();
  await client.getByRole("button", { name: "Yes, it's done" }).click();
  await expect(client.getByText("Dev has been paid £20.00.")).toBeVisible();
  await provider.goto("/wallet");
  await expect(
    provider.locator("#main").getByText("£20.00", { exact: true }).first(),
  ).toBeVisible();
  await check(provider);
});

test("a payment whose tab was closed goes on where its address is opened again", async ({
  page,
  context,
}) => {
  await open(page, "closed-tab");
  const address = page.url();
  await pay(page, ASKS_HOLDER);
  const authorises = page.waitForResponse(/browser\/authenticate/);
  await page.getByRole("button", { name: "Confirm payment" }).click();
  await authorises;
  await page.close();
  const later = await context.newPage();
  await site.prepare(later);
  await later.goto(address);
  await pay(later, PAYS);
  await later.waitForURL(authorised);
});

test("a payment that was not made says so", { tag: "@nightly" }, async ({ page }) => {
  const begun = page.waitForResponse(/payment\/intent/);
  await open(page, "not-made");
  const { data } = await (await begun).json();
  await page.goto(
    `${site.url}/payment-confirmation?payment=${data.payment_intent_id}&return=/explore-list`,
  );
  await expect(page.getByText("Your payment did not go through")).toBeVisible();
  await check(page);
});

test("the card form of a booking may load from Stripe", { tag: "@nightly" }, async ({
  request,
}) => {
  const policy = async (path: string) => {
    const answer = await request.get(site.url + path, { headers: { accept: "text/html" } });
    return answer.headers()["content-security-policy"] ?? "";
  };
  expect(await policy("/pay-by-card")).toContain("script-src 'self' https://js.stripe.com");
  expect(await policy("/payment-confirmation")).not.toContain("stripe");
});
