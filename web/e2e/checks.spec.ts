import { administrator } from "./support/admin";
import { check } from "./support/axe";
import { signedIn } from "./support/bookings";
import { fullName } from "./support/journey";
import { logIn, newPerson, register } from "./support/people";
import { expect, test } from "./support/test";

test("an admin adds a check and records it, and neighbours see who has it", async ({
  page,
  request,
  browser,
}) => {
  test.slow();
  const ana = newPerson("Ana", `Vetted${Date.now()}`);
  await register(request, ana);
  const title = `Hall keys ${Date.now()}`;

  await logIn(page, administrator(), "/admin/checks");
  await expect(page.getByText("Needed for: Childcare help")).toBeVisible();
  await check(page);
  await page.getByRole("button", { name: "Add a check" }).click();
  await page.getByLabel("Name").fill(title);
  await page.getByLabel("Counts for this many months").fill("1");
  await page.getByText(/^Needed for no categories/).click();
  await page.getByRole("button", { name: "Pottery" }).click();
  await check(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: title })).toBeVisible();

  const hers = await signedIn(browser, ana);
  await hers.goto("/settings/checks");
  const own = hers.getByRole("listitem").filter({ hasText: title });
  await expect(own).toContainText("Not yet");
  await check(hers);

  await page.goto(`/admin/members?q=${encodeURIComponent(ana.email)}`);
  await page.getByLabel(/^Find a member/).fill(ana.email);
  await page.getByRole("button", { name: new RegExp(fullName(ana)) }).click();
  await page.getByRole("button", { name: new RegExp(`^Record it.*${title}`) }).click();
  await page.getByLabel(/^Note for admins/).fill("Has had them since May");
  await check(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("The check is recorded")).toBeVisible();

  await hers.reload();
  await expect(own).toContainText("Passed");
  await expect(own).toContainText("Needed to be booked for: Pottery");
  await expect(hers.getByText("Has had them since May")).toBeHidden();

  await page.goto("/admin/checks?status=ending");
  const ending = page.getByRole("listitem").filter({ hasText: title });
  await expect(ending).toContainText(fullName(ana));
  await check(page);
  await ending.getByRole("link", { name: fullName(ana) }).click();
  await expect(page.getByRole("list", { name: "Checked by the hosts" })).toContainText(title);
  await check(page);
});
