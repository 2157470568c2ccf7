import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Fails on any accessibility violation of the screen as it stands, in light and in dark. */
export async function axe(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await repainted(page);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("\n  ")}`,
    );
    expect(found, `accessibility, ${colorScheme}`).toEqual([]);
  }
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
