import type { Page } from "@playwright/test";
import { axe, fits } from "./support/axe";
import { logIn } from "./support/people";
import { expect, test } from "./support/test";

/** The map with everyone in the demo. */
const MAP = "/explore?distance=2000&view=map";

const map = (page: Page) => page.getByRole("region", { name: "Map of people nearby" });
/** Markers of people and groups on the map. */
const people = (page: Page) => map(page).getByRole("button", { pressed: false });

test("the map opens beside the list, and its state is kept in the URL", async ({
  page,
  member,
}) => {
  await logIn(page, member, "/explore?distance=2000");
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(map(page)).toBeHidden();
  await page.getByRole("button", { name: "Map", exact: true }).click();
  await expect(page).toHaveURL(/view=map/);
  await expect(people(page).first()).toBeVisible();
  await expect(map(page)).toBeInViewport({ ratio: 0.5 });
  await expect(map(page).getByText("You", { exact: true })).toBeAttached();
  await expect(page.getByRole("article").first()).toBeVisible();
  await fits(page);
  await axe(page);
  await page.reload();
  await expect(people(page).first()).toBeVisible();
  await page.getByRole("button", { name: "Map", exact: true }).click();
  await expect(map(page)).toBeHidden();
  await expect(page).not.toHaveURL(/view=map/);
});

test("the map can be used by keyboard down to one person", async ({ page, member }) => {
  test.slow();
  await logIn(page, member);
  // Makes zooming immediate.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(MAP);
  const around = map(page).getByRole("region", { name: /around here$/i });
  // Zooming separates crowded places, until one lists its people.
  await expect(async () => {
    await people(page).first().focus();
    await page.keyboard.press("Enter");
    await expect(around).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(around.getByRole("heading")).toBeFocused();
  await fits(page);
  await axe(page);
  await page.keyboard.press("Escape");
  await expect(around).toBeHidden();
  await expect(
    people(page).or(map(page).getByRole("group")).and(page.locator(":focus")),
  ).toHaveCount(1);
  await page.keyboard.press("Enter");
  await around.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/user-profile\//);
});

test("the map has approximate places only", async ({ page, member }) => {
  const answer = page.waitForResponse(/\/api\/users\/people\/nearby\//);
  await logIn(page, member, MAP);
  const { data } = (await (await answer).json()) as {
    data: { lat?: number; approximate?: { lat: number; lon: number } }[];
  };
  expect(data.length).toBeGreaterThan(0);
  for (const person of data) {
    expect(person).not.toHaveProperty("lat");
    expect(person).not.toHaveProperty("lon");
  }
  await expect(map(page)).toContainText("good to about 500 metres");
});

test("another city moves the map, and an empty one says so", async ({ page, member }) => {
  await logIn(page, member, "/explore?city=Stornoway&distance=200&view=map");
  await expect(page.getByText("No people found within 5 miles.")).toBeVisible();
  await expect(map(page).getByText("Stornoway")).toBeVisible();
  await axe(page);
});
