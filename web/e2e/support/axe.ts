import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

const SCHEMES = ["light", "dark"] as const;

/**
 * Fails on any accessibility violation of the screen as it stands: in light and in dark, or in dark
 * alone where that is how the project looks, for the other one has seen the light.
 */
export async function axe(page: Page): Promise<void> {
  // What is looked at before a screen is there has no heading, and nothing else either.
  await expect(page.locator("h1").first()).toBeAttached();
  const own = test.info().project.use.colorScheme ?? "light";
  for (const colorScheme of own === "light" ? SCHEMES : [own]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await repainted(page);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("\n  ")}`,
    );
    expect(found, `accessibility, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: own });
}

/** Until then the page still has some colours of the other scheme, or some between the two. */
async function repainted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    const ends = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      .map(({ finished }) => finished);
    // One whose element goes away is given up, which is an end as well.
    await Promise.allSettled(ends);
    await frame();
  });
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
