import type { Page } from "@playwright/test";
import { check } from "./support/axe";
import { newPerson, type Person, register, switchSecondFactorOn } from "./support/people";
import { expect, test } from "./support/test";
import { totp } from "./support/totp";

/** Signs in as this person on the test provider's page. */
async function signInElsewhere(page: Page, person: Person, verified = true): Promise<void> {
  await expect(page.getByRole("heading", { name: "Sign in to the test provider" })).toBeVisible();
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("First name").fill(person.firstname);
  await page.getByLabel("Last name").fill(person.lastname);
  await page.getByLabel("Verified").setChecked(verified);
  await page.getByRole("button", { name: "Continue" }).click();
}

const continueLink = (page: Page) => page.getByRole("link", { name: /^Continue with / });

test("a newcomer joins with an external account, and signs in with it", async ({
  page,
  browser,
}) => {
  const person = newPerson("Kit", "Elsewhere");
  await page.goto("/signup");
  await check(page);
  await continueLink(page).click();
  await signInElsewhere(page, person);
  await expect(page).toHaveURL(/\/personal-details$/);
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
  await expect(page.getByLabel("Email")).not.toBeEditable();
  await expect(page.getByLabel("First name")).toHaveValue(person.firstname);
  await expect(page.getByLabel("Last name")).toHaveValue(person.lastname);
  await page.getByLabel("Phone").fill("07700 900123");
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password").fill(person.password);
  await page.getByLabel("I am 18 or over and accept the terms").check();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(/\/success$/);

  const other = await (await browser.newContext()).newPage();
  await other.goto("/settings/security");
  await expect(other).toHaveURL(/\/login\?next=/);
  await continueLink(other).click();
  await signInElsewhere(other, person);
  await expect(other).toHaveURL(/\/settings\/security$/);
  const ways = other.getByRole("region", { name: "Other ways to sign in" });
  await expect(ways).toContainText(person.email);
  await check(other);
  await ways.getByRole("button", { name: /^Unlink/ }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Unlink" }).click();
  await expect(ways).toContainText("None yet.");
});

test("an external account with the same address is linked, and needs the second step", async ({
  page,
  request,
}) => {
  const person = newPerson("Lou");
  await register(request, person);
  const secret = await switchSecondFactorOn(request, person);
  await page.goto("/google-auth");
  await signInElsewhere(page, person);
  await expect(page.getByLabel("Code")).toBeFocused();
  await expect(page).toHaveURL(/\/oauth-callback$/);
  await page.getByLabel("Code").fill("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Code")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Code").fill(totp(secret, 1));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/explore$/);
});

test("a failed external sign-in gives the reason, and leads on", async ({ page, browser }) => {
  await page.goto("/login");
  await check(page);
  await continueLink(page).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/oauth-callback\?error=denied$/);
  await expect(page.getByText(/^You stopped the sign-in with /)).toBeVisible();
  await check(page);

  const other = await (await browser.newContext()).newPage();
  await other.goto("/login");
  await continueLink(other).click();
  await signInElsewhere(other, newPerson("Max"), false);
  await expect(other.getByText(/has not verified your email address/)).toBeVisible();
  await other.getByRole("link", { name: "Create an account" }).click();
  await expect(other).toHaveURL(/\/signup$/);
});
