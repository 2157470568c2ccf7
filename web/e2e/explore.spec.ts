import { axe, fits } from "./support/axe";
import { logIn } from "./support/people";
import { expect, test } from "./support/test";

const HEBDEN_BRIDGE = { latitude: 53.7417, longitude: -2.0133 };

test("sharing the location asks first and can be undone", async ({ page, context, member }) => {
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation(HEBDEN_BRIDGE);
  await logIn(page, member);
  const near = page.getByRole("button", { name: "Near me" });
  await near.click();
  const dialog = page.getByRole("dialog", { name: "Use your location?" });
  await expect(dialog).toContainText("rounded to about 500 metres");
  await axe(page);
  await dialog.getByRole("button", { name: "Not now" }).click();
  await expect(near).toHaveAttribute("aria-pressed", "false");

  await near.click();
  const nearby = page.waitForRequest(/\/people\/nearby\//);
  await dialog.getByRole("button", { name: "Use my location" }).click();
  // The position is rounded before it leaves the device.
  expect((await nearby).url()).toMatch(/\/nearby\/53\.74\/-2\.015\/200/);
  await expect(near).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(/near=me/);
  await expect(page.getByRole("combobox", { name: "City" })).toHaveValue("Where you are");
  await expect(page.getByRole("article").first()).toBeVisible();
  await fits(page);
  await axe(page);
  await page.reload();
  await expect(near).toHaveAttribute("aria-pressed", "true");
  await near.click();
  await expect(page).not.toHaveURL(/near=me/);
  await expect(page.getByRole("combobox", { name: "City" })).toHaveValue("Leeds");
});

test("a refused location keeps the home town and says so", async ({ page, context, member }) => {
  await context.clearPermissions();
  await logIn(page, member);
  await page.getByRole("button", { name: "Near me" }).click();
  await page.getByRole("button", { name: "Use my location" }).click();
  await expect(
    page.getByText("We couldn't get your location, so you see people around Leeds."),
  ).toBeVisible();
  await expect(page.getByRole("combobox", { name: "City" })).toHaveValue("Leeds");
  await axe(page);
});

test("someone is followed from their card", async ({ page, member }) => {
  await logIn(page, member, "/explore?distance=2000");
  const card = page.getByRole("article").first();
  const name = await card.getByRole("heading").textContent();
  const posted = page.waitForResponse(/\/api\/follows\/follow\//);
  await card.getByRole("button", { name: `Follow ${name}` }).click();
  await posted;
  const following = card.getByRole("button", { name: `Following ${name}` });
  await expect(following).toHaveAttribute("aria-pressed", "true");
  await axe(page);
  const undone = page.waitForResponse(/\/api\/follows\/unfollow\//);
  await following.click();
  await undone;
  await expect(card.getByRole("button", { name: `Follow ${name}` })).toBeVisible();
});

test("a profile shows the first review, and the rest on demand", async ({ page, member }) => {
  await logIn(page, member, "/search?q=dev%20kaur");
  await page.getByRole("article").first().getByRole("link").first().click();
  const reviews = page.getByRole("region", { name: "Reviews" });
  await expect(reviews.getByRole("listitem")).toHaveCount(1);
  await reviews.getByRole("button", { name: /^Show/ }).first().click();
  expect(await reviews.getByRole("listitem").count()).toBeGreaterThan(1);
  await axe(page);
});

test("the first neighbour is bookable without scrolling", async ({ page, member }) => {
  await logIn(page, member, "/explore");
  const nav = page.getByRole("navigation", { name: "Main" }).filter({ visible: true });
  const bar = page.viewportSize()?.width === 360 ? await nav.boundingBox() : null;
  const book = page
    .getByRole("article")
    .first()
    .getByRole("link", { name: /^Book / });
  await expect(book).toBeInViewport({ ratio: 1 });
  const end = async (button: typeof book) => {
    const box = await button.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  const low = bar?.y ?? 800;
  expect(await end(book)).toBeLessThanOrEqual(low);
  await expect(page.getByRole("link", { name: /^Search/ }).filter({ visible: true })).toHaveCount(
    1,
  );

  await page.getByRole("article").first().getByRole("link").first().click();
  const again = page.getByRole("main").getByRole("button", { name: /^Book / });
  const once = page.getByRole("main").getByRole("link", { name: /^Book [A-Z][a-z]+$/ });
  await expect(again.or(once).first()).toBeInViewport({ ratio: 1 });
  expect(await end(again.or(once).first())).toBeLessThanOrEqual(low);
  await expect(page.getByText(/^Next free|has not set any hours|^No free time/)).toBeVisible();
  if (page.viewportSize()?.width === 1280) {
    const panel = await page.getByRole("group", { name: /^How to reach / }).boundingBox();
    const article = await page.getByRole("article").first().boundingBox();
    const middle = (article?.x ?? Number.NaN) + (article?.width ?? 0) / 2;
    expect(panel?.x).toBeGreaterThanOrEqual(middle);
  }
  await axe(page);
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL(/\/explore$/);

  await page.goto("/search");
  await expect(page.getByRole("searchbox")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Search/ }).filter({ visible: true })).toHaveCount(
    0,
  );
});
