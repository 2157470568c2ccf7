import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { check } from "./support/axe";
import {
  enterCredentials,
  logIn,
  mailedCode,
  newPerson,
  type Person,
  register,
} from "./support/people";
import { expect, test } from "./support/test";
import { totp } from "./support/totp";

/** Sets up two-step sign-in, checking each step; returns the secret and a recovery code. */
async function setUp(page: Page, { password }: Person) {
  await page.goto("/settings/security");
  await expect(page.getByText("Password has been set")).toBeVisible();
  await page.getByRole("button", { name: "Set up two-step sign-in" }).click();
  await page.getByLabel("Your password").fill("not this one");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Your password")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Continue" }).click();

  await expect(page.getByRole("heading", { name: /^Scan this/ })).toBeFocused();
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await check(page);
  const shown = await page.getByText(/^([A-Z2-7]{4} ){3,}[A-Z2-7]{1,4}$/).textContent();
  const secret = shown?.replace(/\s/g, "") ?? "";
  const code = page.getByLabel("Code from the app");
  await code.fill("12");
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect(page.getByText("Type the six digits from your app")).toBeVisible();
  await code.fill(totp(secret, -1));
  await page.getByRole("button", { name: "Switch on" }).click();

  await expect(page.getByRole("heading", { name: /^Two-step sign-in is on/ })).toBeFocused();
  await check(page);
  const codes = await page
    .getByRole("list", { name: "Recovery codes" })
    .locator("li")
    .allInnerTexts();
  expect(codes).toHaveLength(10);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  for (const recovery of codes) expect(file).toContain(recovery);
  await page.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByRole("main")).toContainText(/Recovery codes left:\s*10/);
  return { secret, recovery: codes[0] ?? "" };
}

test("two-step sign-in is set up, required, and switched off", async ({ page, request }) => {
  test.slow();
  const person = newPerson("Hal");
  await register(request, person);
  await logIn(page, person, "/settings/security");
  await expect(page.getByRole("button", { name: "Set up two-step sign-in" })).toBeVisible();
  await check(page);
  const { secret, recovery } = await setUp(page, person);

  await page.evaluate(() => localStorage.clear());
  await page.goto("/login?next=%2Fsettings%2Fsecurity");
  await enterCredentials(page, person);
  await expect(page.getByLabel("Code")).toBeFocused();
  await check(page);
  await page.getByLabel("Code").fill("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Code")).toHaveAttribute("aria-invalid", "true");
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
  await enterCredentials(page, person);
  await page.getByLabel("Code").fill(recovery);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/settings\/security$/);
  await expect(page.getByRole("main")).toContainText(/Recovery codes left:\s*9/);
  await check(page);

  await page.getByRole("button", { name: "New recovery codes" }).click();
  await page.getByLabel("Code").fill(totp(secret));
  await page.getByRole("button", { name: "Make new codes" }).click();
  await expect(page.getByRole("list", { name: "Recovery codes" }).locator("li")).toHaveCount(10);
  await page.getByRole("button", { name: "I have saved them" }).click();

  await page.goto("/settings/password");
  await expect(page.getByLabel("Code")).toBeVisible();
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Switch off" }).click();
  await page.getByLabel("Your password").fill(person.password);
  await page.getByLabel("Code").fill(totp(secret, 1));
  await check(page);
  await page.getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByRole("button", { name: "Set up two-step sign-in" })).toBeVisible();
});

test("devices are listed, and signed out singly or together", async ({
  page,
  request,
  browser,
}) => {
  const person = newPerson("Ida");
  await register(request, person);
  const others = [];
  for (let count = 0; count < 3; count += 1) {
    const other = await (await browser.newContext()).newPage();
    await logIn(other, person);
    others.push(other);
  }
  await logIn(page, person, "/settings/devices");
  const devices = page.getByRole("main").getByRole("listitem");
  await expect(devices).toHaveCount(4);
  await expect(devices.first()).toContainText("This device");
  await expect(devices.first()).toContainText("Chrome on Linux");
  await expect(devices.first()).toContainText("127.0.0.1");
  await check(page);
  await devices
    .nth(1)
    .getByRole("button", { name: /^Sign out/ })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect(devices).toHaveCount(3);
  await page.getByRole("button", { name: "Sign Out From All Other Devices" }).click();
  const sure = page.getByRole("dialog", { name: "Sign out everywhere else?" });
  await sure.getByRole("button", { name: "Sign out the others" }).click();
  await expect(devices).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Sign Out From All Other Devices" })).toBeHidden();
  for (const other of others) {
    await other.goto("/user");
    await expect(other).toHaveURL(/\/login/);
  }
});

test("a new email takes effect after its code is entered", async ({ page, request }) => {
  const person = newPerson("Jo");
  const moved = newPerson("Jo").email;
  await register(request, person);
  await logIn(page, person, "/settings/profile");
  await page.getByLabel("Email").fill(moved);
  await page.getByLabel("Current password").fill("not this one");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByLabel("Current password")).toHaveAttribute("aria-invalid", "true");
  await check(page);
  await page.getByLabel("Current password").fill(person.password);
  await page.getByRole("button", { name: "Save changes" }).click();
  const dialog = page.getByRole("dialog", { name: "Check your new address" });
  await expect(dialog.getByLabel("Digit 1 of 4")).toBeFocused();
  await expect(page.getByText("Profile updated")).toBeVisible();
  await check(page);
  await page.reload();
  await expect(dialog).toContainText(moved);
  const code = await mailedCode(request, moved);
  await dialog.getByLabel("Digit 1 of 4").focus();
  await page.keyboard.type(code);
  // The last digit submits the code.
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel("Email")).toHaveValue(moved);
  await expect(page.getByText(`Your email is now ${moved}`)).toBeVisible();

  await page.getByLabel("New password", { exact: true }).fill("Jo walks even further");
  await page.getByLabel("Confirm new password").fill("something else");
  await page.getByLabel("Current password").fill(person.password);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Passwords do not match", { exact: true })).toBeVisible();
  await expect(page.getByText("Please make sure the passwords match.")).toBeVisible();
});
