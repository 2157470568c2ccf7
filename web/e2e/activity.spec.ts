import { administrator } from "./support/admin";
import { check } from "./support/axe";
import { expectPdf } from "./support/files";
import { logIn } from "./support/people";
import { expect, test } from "./support/test";

test("an admin reads the report for funders and downloads it", async ({ page }) => {
  await logIn(page, administrator(), "/admin/report");
  await expect(page.getByRole("heading", { name: "Report for a funder" })).toBeVisible();
  const months = page.getByRole("table", { name: "By month" });
  await expect(months.getByRole("row", { name: /^All months \d/ })).toBeVisible();
  await expect(page.getByText("This is the sample community")).toBeVisible();
  await check(page);
  await page.getByLabel("First month").selectOption({ index: 1 });
  await expect(page).toHaveURL(/from=\d{4}-\d{2}&to=\d{4}-\d{2}$/);
  await expectPdf(page, /^activity-\d{4}-\d{2}-to-\d{4}-\d{2}\.pdf$/);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as a table" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^activity-.*\.csv$/);
  await page.goto("/admin/audit?action=moderation.activity_exported");
  await expect(page.getByText("downloaded the report for funders").first()).toBeVisible();
});

test("the overview has charts, and their figures as a table", { tag: "@nightly" }, async ({
  page,
}) => {
  await logIn(page, administrator(), "/admin");
  const charts = page.getByRole("region", { name: "The last twelve months" });
  await expect(charts.getByText("Sparks in circulation").first()).toBeVisible();
  await charts.getByText("Show as a table").focus();
  await page.keyboard.press("Enter");
  await expect(charts.getByRole("row")).toHaveCount(13);
  await check(page);
});
