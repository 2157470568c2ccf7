import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

/**
 * Fails on any accessibility violation of the screen as it stands: in light on the phone
 * and in dark on the wide screen, as the projects say.
 */
export async function axe(page: Page): Promise<void> {
  const colorScheme = test.info().project.use.colorScheme ?? "light";
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await repainted(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("\n  ")}`,
  );
  expect(found, `accessibility, ${colorScheme}`).toEqual([]);
}

/** Until then the page may still have some colours of the other scheme. */
async function repainted(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(done));
      }),
  );
}

/** Fails when something is wider than the screen. */
export async function fits(page: Page): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect(excess, "horizontal overflow in pixels").toBeLessThanOrEqual(0);
}

/** Both, for a screen that is looked at once. */
export async function check(page: Page): Promise<void> {
  await fits(page);
  await axe(page);
}
