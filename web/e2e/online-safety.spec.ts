import { administrator } from "./support/admin";
import { check } from "./support/axe";
import { logIn } from "./support/people";
import { expect, test } from "./support/test";

test("an admin reviews the risk assessment, and both are kept", async ({ page }) => {
  await logIn(page, administrator(), "/admin/online-safety");
  await expect(page.getByText(/Iris Wainwright answers for the safety/)).toBeVisible();
  const kept = page.getByRole("button", { name: "Download as PDF" });
  await expect(kept.first()).toBeVisible();
  const before = await kept.count();
  await check(page);
  await page.getByRole("button", { name: "Review it" }).click();
  const fraud = page.getByRole("group", { name: "Fraud and other financial offences" });
  await expect(fraud.getByLabel("Risk")).toHaveValue("medium");
  await fraud.getByLabel("Why: what you know of your site").fill("");
  await page.getByRole("button", { name: "Store the assessment" }).click();
  await expect(fraud.getByText("Please fill this in")).toBeVisible();
  await check(page);
  await fraud.getByLabel("Why: what you know of your site").fill("Two were reported.");
  await page.getByRole("button", { name: "Store the assessment" }).click();
  await expect(page.getByText("The assessment is stored")).toBeVisible();
  await expect(kept).toHaveCount(before + 1);
  const download = page.waitForEvent("download");
  await kept.first().click();
  expect((await download).suggestedFilename()).toMatch(/^risk-assessment-[\d-]+\.pdf$/);
});
