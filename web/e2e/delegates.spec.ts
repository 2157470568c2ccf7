import { administrator } from "./support/admin";
import { apiOf, offer } from "./support/api";
import { check } from "./support/axe";
import { signedIn } from "./support/bookings";
import { fullName } from "./support/journey";
import { logIn, newPerson, register } from "./support/people";
import { expect, test } from "./support/test";

test("a helper writes and books for a neighbour without email, marked with their name", async ({
  page,
  request,
  browser,
}) => {
  test.slow();
  const unique = Date.now();
  const [ana, bo] = [newPerson("Ana", `Helper${unique}`), newPerson("Bo", `Mender${unique}`)];
  await register(request, ana);
  await register(request, bo);
  const api = await apiOf(request, bo);
  const { user_id } = await offer(api, "9");
  const olive = `Olive Penned${unique}`;

  await logIn(page, administrator(), "/admin/helpers");
  await expect(page.getByRole("link", { name: "Mabel Ashworth" })).toBeVisible();
  await check(page);
  await page.getByRole("button", { name: "Add a neighbour without email" }).click();
  await page.getByLabel("First name").fill("Olive");
  await page.getByLabel("Last name").fill(`Penned${unique}`);
  await page.getByLabel(/^Town or village/).fill("Leeds");
  await page.getByRole("searchbox", { name: "Their helper" }).fill(ana.email);
  await page.getByRole("button", { name: new RegExp(fullName(ana)) }).click();
  await page.getByLabel(/^How they agreed/).fill("signed the form");
  await page.getByLabel("They are 18 or older").check();
  await check(page);
  await page.getByRole("button", { name: "Open the account" }).click();
  await expect(page.getByText(`${olive} is a member now`)).toBeVisible();

  const hers = await signedIn(browser, ana);
  await hers.goto("/settings/helpers");
  await check(hers);
  await hers.getByRole("button", { name: `Act for ${olive}` }).click();
  const banner = hers.getByRole("region", { name: "Acting for somebody else" });
  await expect(banner).toContainText(`You act for ${olive}`);
  await check(hers);
  await hers.goto(`/chat/${user_id}`);
  await hers.getByRole("textbox", { name: /message/i }).fill("Ana is typing for me. Can you come?");
  await hers.getByRole("button", { name: "Send" }).click();
  await expect(hers.getByText(`${fullName(ana)} for you`)).toBeVisible();
  await check(hers);

  const his = await signedIn(browser, bo);
  await his.goto("/messages");
  await his.getByRole("link", { name: new RegExp(olive) }).click();
  await expect(his.getByText(`${fullName(ana)} for Olive`)).toBeVisible();

  // The rest of the account stays Olive's own, and the end is at once.
  await hers.goto("/settings/payment");
  await expect(hers.getByText(`Only ${olive} can do this`)).toBeVisible();
  await check(hers);
  await page.reload();
  const row = page.getByRole("listitem").filter({ hasText: olive });
  await row.getByRole("button", { name: /^End it/ }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("Ana moves away");
  await page.getByRole("dialog").getByRole("button", { name: "End it" }).click();
  await expect(row).toBeHidden();
  await hers.goto("/messages");
  await expect(banner).toBeHidden();
});
