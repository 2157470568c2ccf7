import type { Browser, Locator, Page } from "@playwright/test";
import { logIn } from "./people";

/** Signs a person in on a phone of their own; returns the page and the user id. */
export async function arrive(
  browser: Browser,
  person: Parameters<typeof logIn>[1],
): Promise<{ page: Page; id: string }> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
  });
  const page = await context.newPage();
  await logIn(page, person);
  const claims = await page.evaluate(() => localStorage.getItem("decodedToken") ?? "{}");
  return { page, id: (JSON.parse(claims) as { id: string }).id };
}

export const box = (page: Page, name: string) =>
  page.getByRole("textbox", { name: `Message to ${name}` });

export const messages = (page: Page) => page.getByRole("region", { name: "Messages", exact: true });

export const message = (page: Page, text: string): Locator =>
  messages(page).getByRole("listitem").filter({ hasText: text });

export async function write(page: Page, name: string, text: string): Promise<void> {
  await box(page, name).fill(text);
  await page.getByRole("button", { name: "Send" }).click();
}

/** Returns the first line of each message in the thread, in order, without cards. */
export async function texts(page: Page): Promise<string[]> {
  const lines = messages(page).getByRole("listitem").locator("p:first-of-type:not(article p)");
  const items = await lines.all();
  return Promise.all(items.map((item) => item.innerText()));
}
