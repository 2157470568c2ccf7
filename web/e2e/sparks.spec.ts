import { check } from "./support/axe";
import { logIn, newPerson, register } from "./support/people";
import { expect, test } from "./support/test";

test("neighbours give sparks, and agree about a past exchange", async ({
  page,
  request,
  browser,
}) => {
  const [giver, neighbour] = [newPerson("Gail"), newPerson("Nell")];
  await register(request, giver);
  await register(request, neighbour);
  const other = await (await browser.newContext()).newPage();
  await logIn(other, neighbour, "/user");
  const claims = await other.evaluate(() => localStorage.getItem("decodedToken"));
  const { id } = JSON.parse(claims ?? "{}") as { id: string };

  await logIn(page, giver, `/user-profile/${id}`);
  await page.getByRole("link", { name: "Give sparks to Nell" }).click();
  await expect(page.getByText("You have 10 sparks")).toBeVisible();
  await check(page);
  await page.getByLabel("Sparks").fill("2.5");
  await page.getByRole("textbox", { name: "Message" }).fill("Thank you for the seedlings");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("You will have 7.5 sparks left.")).toBeVisible();
  await check(page);
  await page.getByRole("button", { name: "Give sparks" }).click();
  await expect(page.getByText("You gave Nell 2.5 sparks")).toBeVisible();
  await page.goto("/give-sparks?to=community");
  await page.getByLabel("Sparks").fill("1");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Give sparks" }).click();
  await expect(page.getByText("You gave the community 1 spark")).toBeVisible();
  await page.getByRole("link", { name: "Go to your wallet" }).click();
  await expect(page.getByText("Gift to Nell")).toBeVisible();
  await expect(page.getByText("Gift to the community")).toBeVisible();
  await check(page);

  await page.goto(`/user-profile/${id}`);
  await page.getByRole("link", { name: "Write down an exchange" }).click();
  await page.getByLabel("I helped Nell").check();
  await page.getByLabel("What was done?").fill("Weeding");
  await page.getByLabel("Sparks").fill("3");
  await check(page);
  await page.getByRole("button", { name: "Write it down" }).click();
  await expect(page).toHaveURL(/\/exchanges$/);
  await page.getByRole("tab", { name: "All" }).click();
  await expect(page.getByRole("button", { name: "Withdraw" })).toBeVisible();

  await other.goto("/notifications");
  await expect(other.getByText("Gail gave you 2.50 sparks")).toBeVisible();
  await other.getByRole("link", { name: /Gail wrote down an exchange with you/ }).click();
  await expect(other.getByRole("heading", { name: "Weeding" })).toBeVisible();
  await check(other);
  await other.getByRole("button", { name: "Confirm" }).click();
  await expect(other.getByText("Nothing waits for you")).toBeVisible();
  await other.goto("/wallet");
  await expect(other.getByText("Thanks to Gail for their help")).toBeVisible();
  await expect(other.getByText("Sparks from Gail")).toBeVisible();
});
