import { administrator } from "./support/admin";
import { check } from "./support/axe";
import { logIn, mailed } from "./support/people";
import { expect, test } from "./support/test";

test("a visitor writes, an admin answers, and the visitor reads it", async ({ page, browser }) => {
  const email = `chloe.${Date.now()}@example.org`;
  await page.goto("/support");
  await expect(page.getByRole("heading", { level: 1, name: "Contact" })).toBeVisible();
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByLabel("First name")).toBeFocused();
  await check(page);
  await page.getByLabel("First name").fill("Chloé");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Message", { exact: true }).fill("Are you <b>open</b> on Sunday?");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("heading", { name: "Your message is on its way" })).toBeFocused();
  await check(page);

  const admin = await (await browser.newContext()).newPage();
  await logIn(admin, administrator(), "/admin/contact");
  const card = admin.getByRole("listitem").filter({ hasText: email });
  await expect(card).toContainText("Are you <b>open</b> on Sunday?");
  await card.getByRole("button", { name: "Take it" }).click();
  await expect(card).toContainText("You are taking care of this");
  await check(admin);
  await card.getByRole("button", { name: "Answer Chloé" }).click();
  await card.getByRole("textbox", { name: "Answer" }).fill("On Sundays we are closed.");
  await check(admin);
  await card.getByRole("button", { name: "Send answer" }).click();
  await expect(admin.getByText("Your answer to Chloé is on its way")).toBeVisible();
  await expect(card).toHaveCount(0);
  await admin.getByRole("button", { name: "Closed" }).click();
  await expect(card).toContainText("On Sundays we are closed.");
  expect(await mailed(page.request, email, /On Sundays we are closed\./)).toBeTruthy();
});
