import { apiOf } from "./support/api";
import { check } from "./support/axe";
import { logIn, mailedCode, newPerson, register } from "./support/people";
import { expect, test } from "./support/test";

test("an invitation is copied, shared, and counts who joined", async ({
  page,
  request,
  browser,
}) => {
  const inviter = newPerson("Ines");
  await register(request, inviter);
  await logIn(page, inviter, "/settings");
  await page.getByRole("link", { name: /^Invite friends/ }).click();
  const link = page.getByLabel("Your link");
  await expect(link).toHaveValue(/\/signup\?ref=[\w-]+$/);
  await check(page);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const url = await link.inputValue();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  await expect(page.getByRole("button", { name: "Copy link" })).toBeVisible();
  for (const name of ["WhatsApp", "Twitter", "Facebook", "LinkedIn"]) {
    const href = (await page.getByRole("link", { name }).getAttribute("href")) ?? "";
    expect(decodeURIComponent(href)).toContain(url);
  }

  // A guest follows the link, leaves, returns, and still counts.
  const guest = newPerson("Gus");
  const visitor = await (await browser.newContext()).newPage();
  const { search } = new URL(url);
  await visitor.goto(`/signup${search}`);
  await expect(visitor.getByLabel("Email")).toBeVisible();
  await visitor.goto("/signup");
  await visitor.getByLabel("Email").fill(guest.email);
  await visitor.getByRole("button", { name: "Verify" }).click();
  await expect(visitor).toHaveURL(/\/otp$/);
  await page.reload();
  await expect(page.getByRole("definition").first()).toHaveText("1");
  const code = await mailedCode(request, guest.email);
  await visitor.getByLabel("Digit 1 of 4").focus();
  await visitor.keyboard.type(code);
  await visitor.getByLabel("First name").fill(guest.firstname);
  await visitor.getByLabel("Last name").fill(guest.lastname);
  await visitor.getByLabel("Phone").fill("07700 900123");
  await visitor.getByLabel("Password", { exact: true }).fill(guest.password);
  await visitor.getByLabel("Confirm password").fill(guest.password);
  await visitor.getByLabel("I am 18 or over and accept the terms").check();
  await visitor.getByRole("button", { name: "Create account" }).click();
  await expect(visitor).toHaveURL(/\/success$/);
  expect(await visitor.evaluate(() => localStorage.getItem("referralCode"))).toBeNull();

  const invites = await (await apiOf(request, inviter)).get<{ joined: number }>(
    "/api/users/invites",
  );
  expect(invites.joined).toBe(1);
  await page.reload();
  await expect(page.getByRole("definition").nth(1)).toHaveText("1");
  await check(page);
});
