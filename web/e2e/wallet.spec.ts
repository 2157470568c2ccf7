import { readFile } from "node:fs/promises";
import { apiOf } from "./support/api";
import { check } from "./support/axe";
import { newClient, provider, sendWithSparks } from "./support/bookings";
import { expectPdf } from "./support/files";
import { dateInDays, fillRequest } from "./support/journey";
import { expect, test } from "./support/test";

test("a payment is followed from escrow to its receipt", async ({ page, request }) => {
  const { path, person } = await provider(request, "8");
  const asProvider = await apiOf(request, person);
  await newClient(page, request);
  await page.goto(path);
  await fillRequest(page, dateInDays(6));
  const id = await sendWithSparks(page);

  await page.goto("/wallet");
  const escrow = page.getByText("In escrow", { exact: true }).locator("..");
  await expect(escrow).toContainText("4 sparks");
  const payment = page.getByRole("listitem").filter({ hasText: `Payment for booking ${id}` });
  await expect(payment).toContainText("Balance 6 sparks");
  await expect(payment.getByRole("link", { name: /^Receipt/ })).toHaveCount(0);
  await check(page);
  await page.goto(`/receipt/${id}`);
  await expect(page.getByText("Not settled yet")).toBeVisible();
  await check(page);

  await asProvider.put(`/api/bookings/reject/${id}`);
  await page.goto("/wallet");
  await expect(escrow).toContainText("0 sparks");
  await page.getByRole("button", { name: "Money in" }).click();
  await page.getByRole("button", { name: "Bookings", exact: true }).click();
  await expect(page).toHaveURL(/kind=bookings/);
  await expect(page.getByRole("listitem").filter({ hasText: "Welcome gift" })).toHaveCount(0);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download the last 12 months" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^statement-[\d-]+-to-[\d-]+\.csv$/);
  expect(await readFile(await file.path(), "utf8")).toContain(`Refund for booking ${id}`);
  await expectPdf(page, /^statement-[\d-]+-to-[\d-]+\.pdf$/);

  await page
    .getByRole("link", { name: `Receipt for booking ${id}` })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: /^Receipt R\d+$/ })).toBeVisible();
  await expect(page.getByText(/^Returned to Ana/).locator("../..")).toContainText("4 sparks");
  await check(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Download as PDF" })).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await expectPdf(page, /^receipt-R\d+\.pdf$/);

  await page.goto(`/outward-progress/${id}`);
  await page.getByRole("link", { name: "Receipt" }).click();
  await expect(page).toHaveURL(new RegExp(`/receipt/${id}$`));
});
