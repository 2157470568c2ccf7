import { check } from "./support/axe";
import { logIn, newPerson, register } from "./support/people";
import { expect, test } from "./support/test";

test("a simulated card is added, made the default, and deleted", async ({ page, request }) => {
  const person = newPerson("Bea");
  await register(request, person);
  await logIn(page, person, "/settings/payment");
  await expect(page.getByRole("link", { name: /^Setup Connect Wallet/ })).toBeHidden();
  await page.getByRole("link", { name: /^Billing/ }).click();
  for (const number of ["4242424242424242", "5555555555554444"]) {
    await page.getByRole("link", { name: "Add a card" }).click();
    await page.getByLabel("Card number").fill("4242 4242 4242 4241");
    await page.getByRole("button", { name: "Add card" }).click();
    const field = page.getByLabel("Card number");
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(/Enter a valid 16-digit card number/);
    await expect(page.getByText("City is required")).toBeVisible();
    await check(page);
    await field.fill(number);
    await page.getByLabel("Expiry date").fill("0831");
    await page.getByLabel("CVV").fill("123");
    await page.getByLabel("Address").fill("14 Crown Street");
    await page.getByRole("combobox", { name: "City" }).fill("Leeds");
    await page.getByRole("button", { name: "Add card" }).click();
    await expect(page).toHaveURL(/\/bills$/);
  }
  const visa = page.getByRole("article").filter({ hasText: "Visa **** 4242" });
  const mastercard = page.getByRole("article").filter({ hasText: "Mastercard **** 4444" });
  await expect(visa).toContainText("Default");
  await expect(mastercard).toContainText("Valid until 08/31");
  await check(page);
  await page.goto("/fund?amount=10");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("radio", { name: /^Visa \*+ 4242/ })).toBeChecked();
  await page.getByRole("radio", { name: /^Mastercard/ }).check();
  await check(page);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByText("£10.00 is in your wallet")).toBeVisible();
  await page.goto("/bills");
  await mastercard.getByRole("button", { name: /^Make default/ }).click();
  await expect(mastercard).toContainText("Default");
  await mastercard.getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("button", { name: "Delete card" }).click();
  await expect(mastercard).toBeHidden();
  await expect(visa).toContainText("Default");
  // Where real cards are taken, members can be paid through Stripe.
  await page.goto("/create-stripe-account");
  await expect(page.getByText("Stripe is not used here")).toBeVisible();
});
