import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect } from "./test";

/** Downloads what the screen shows as a PDF, and checks its name. */
export async function expectPdf(page: Page, name: RegExp) {
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as PDF" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(name);
  const content = await readFile(await file.path());
  expect(content.subarray(0, 5).toString()).toBe("%PDF-");
  expect(content.subarray(-5).toString()).toBe("%%EOF");
}
