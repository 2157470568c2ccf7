import type { Page } from "@playwright/test";

/** Doubles the page's text size, as a browser setting does. */
export async function doubleLetters(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => {
      document.documentElement.style.fontSize = "200%";
    });
  });
}
