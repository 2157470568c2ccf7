import { check } from "./support/axe";
import { enterCredentials, logIn, mailed, newPerson, register } from "./support/people";
import { expect, test } from "./support/test";

const SENT = "If there is an account with this address, we have sent it a link.";

test("a mailed link replaces a forgotten password once", async ({ page, request }) => {
  const person = newPerson("Fay");
  await register(request, person);
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page).toHaveURL(/\/forgot-psw$/);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("Email is required")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.getByLabel("Email").fill("nonsense");
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await check(page);
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText(SENT)).toBeVisible();
  await expect(page.getByRole("link", { name: "see the email we just sent" })).toBeVisible();
  await check(page);

  const link = new URL(await mailed(request, person.email, /https?:\S+\/reset-psw#token=[\w-]+/));
  const path = link.pathname + link.hash;
  await page.goto(path);
  await expect(page).toHaveURL(/\/reset-psw$/);
  await page.reload();
  const password = page.getByLabel("New password");
  const confirm = page.getByLabel("Confirm password");
  const submit = page.getByRole("button", { name: "Reset password" });
  await password.fill("short");
  await confirm.fill("shorter");
  await submit.click();
  await expect(page.getByText("Password must be at least 8 characters long").first()).toBeVisible();
  await expect(page.getByText("Passwords do not match")).toBeVisible();
  for (const field of [password, confirm]) {
    await expect(field).toHaveAttribute("type", "password");
    await field.locator("..").getByRole("button", { name: "Show password" }).click();
    await expect(field).toHaveAttribute("type", "text");
  }
  await check(page);
  const changed = { ...person, password: "Fay walks even further" };
  await password.fill(changed.password);
  await confirm.fill(changed.password);
  await submit.click();
  await expect(page.getByText("Password reset successful! Redirecting to login...")).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);

  await enterCredentials(page, person);
  await expect(page.getByText("Invalid credentials. Please try again.")).toBeVisible();
  await enterCredentials(page, changed);
  await expect(page).toHaveURL(/\/explore$/);

  // The link has been used.
  await page.goto(path);
  await password.fill("Yet another long one");
  await confirm.fill("Yet another long one");
  await submit.click();
  await expect(page.getByText("Invalid or missing reset token")).toBeVisible();
  await page.getByRole("link", { name: "Ask for a new link" }).click();
  await expect(page).toHaveURL(/\/forgot-psw$/);
});

test("a reset without a token is refused", { tag: "@nightly" }, async ({ page }) => {
  await page.goto("/reset-psw");
  await expect(page.getByText("Invalid or missing reset token")).toBeVisible();
  await expect(page.getByRole("button", { name: "Reset password" })).toBeDisabled();
  await check(page);
  await page.goto("/reset-psw?token=made-up");
  await expect(page).toHaveURL(/\/reset-psw$/);
  await expect(page.getByRole("button", { name: "Reset password" })).toBeEnabled();
});

test("a new password in the settings signs out every other device", async ({
  page,
  request,
  browser,
}) => {
  const person = newPerson("Gus");
  await register(request, person);
  const other = await (await browser.newContext()).newPage();
  await logIn(other, person);
  await logIn(page, person, "/settings?tab=general");
  await page.getByRole("link", { name: /^Security/ }).click();
  await page.getByRole("link", { name: /^Password has been set/ }).click();
  await expect(page).toHaveURL(/\/settings\/password$/);
  await page.getByLabel("Current password").fill("not this one");
  await page.getByLabel("New password", { exact: true }).fill("Gus walks even further");
  await page.getByLabel("Confirm new password").fill("something else");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("New passwords do not match!")).toBeVisible();
  await check(page);
  await page.getByLabel("Confirm new password").fill("Gus walks even further");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByLabel("Current password")).toBeFocused();
  await expect(page.getByLabel("Current password")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Current password").fill(person.password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password reset was successful!")).toBeVisible();

  await other.goto("/user");
  await expect(other).toHaveURL(/\/login/);
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL(/\/explore$/);
});
