import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, type PlaywrightTestOptions, test } from "@playwright/test";

type ColorScheme = NonNullable<PlaywrightTestOptions["colorScheme"]>;

/** Rules that depend on the colour scheme; all others are checked in the first scheme only. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Fails on any accessibility violation of the current screen. Checks light and dark, or only dark
 * in a project that is dark: another project has checked light.
 */
export async function axe(page: Page): Promise<void> {
  // A screen that has not rendered yet has no heading, and nothing else to check.
  await expect(page.locator("h1").first()).toBeAttached();
  const own = test.info().project.use.colorScheme ?? "light";
  await analyze(page, own);
  if (own === "dark") return;
  await analyze(page, "dark", COLOUR_RULES);
  await page.emulateMedia({ colorScheme: own });
}

async function analyze(page: Page, colorScheme: ColorScheme, rules?: string[]): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await repainted(page);
  // Otherwise the results are merged in a separate page, which only frames need.
  const builder = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules ? builder.withRules(rules) : builder).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("\n  ")}`,
  );
  expect(found, `accessibility, ${colorScheme}`).toEqual([]);
}

/** Waits for colour transitions: until then some colours are of the other scheme. */
async function repainted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    const ends = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      .map(({ finished }) => finished);
    // An animation whose element is removed rejects, which is an end as well.
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

/** Fails when a screen with its own scroll area also scrolls as a whole. */
export async function fills(page: Page): Promise<void> {
  const excess = () =>
    page.evaluate(() => {
      const { scrollHeight } = document.documentElement;
      // On a low screen the list scrolls with the page.
      const screen = window.innerHeight < 500 ? "[data-fill=alone]" : "[data-fill]";
      return document.querySelector(screen) ? scrollHeight - window.innerHeight : 0;
    });
  // A screen that is being left may still be present.
  await expect.poll(excess, { message: "vertical overflow in pixels" }).toBeLessThanOrEqual(0);
}

/** Runs all checks, for a screen that is checked once. */
export async function check(page: Page): Promise<void> {
  await fits(page);
  await fills(page);
  await axe(page);
}
