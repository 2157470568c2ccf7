import type { Locator, Page } from "@playwright/test";
import { axe, fits } from "./support/axe";
import { logIn } from "./support/people";
import { expect, test } from "./support/test";

const names = (buttons: Locator) =>
  buttons.evaluateAll((all) => all.map((button) => button.getAttribute("aria-label")));
const sources = (images: Locator) =>
  images.evaluateAll((all) => all.map((image) => image.getAttribute("src")));

/** Returns screenshots of slightly different sizes. */
function pictures(page: Page, names: string[]) {
  return Promise.all(
    names.map(async (name, index) => ({
      name,
      mimeType: "image/png",
      buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 240 - index } }),
    })),
  );
}

const next = (page: Page) => page.getByRole("button", { name: "Next" });
const step = (page: Page, number: number) =>
  expect(page.getByText(new RegExp(`^Step ${number} of 5`))).toBeVisible();

test("a skill is added in five steps, changed and deleted", async ({ page, member }) => {
  test.slow(true, "every step is checked");
  await logIn(page, member, "/settings/skill/add");
  await step(page, 1);
  await expect(next(page)).toBeDisabled();
  await fits(page);
  await axe(page);
  await page.getByRole("searchbox").fill("garden");
  await page.getByRole("radio", { name: "Gardening" }).check();
  await next(page).click();

  await step(page, 2);
  await expect(page.getByRole("heading", { level: 2 })).toBeFocused();
  await expect(next(page)).toBeDisabled();
  await axe(page);
  await page.getByRole("radio", { name: /^Intermediate/ }).check();
  await next(page).click();

  await step(page, 3);
  await expect(next(page)).toBeDisabled();
  await page.getByLabel("Description").fill("Pruning, weeding and raised beds.");
  await page.reload();
  await step(page, 3);
  await expect(page.getByLabel("Description")).toHaveValue("Pruning, weeding and raised beds.");
  await page.goBack();
  await step(page, 2);
  await expect(page.getByRole("radio", { name: /^Intermediate/ })).toBeChecked();
  await page.goForward();
  await next(page).click();

  await step(page, 4);
  await expect(page.getByLabel("Hourly rate")).toHaveValue("5.00");
  await expect(page.getByText("2.5 sparks")).toBeVisible();
  await page.getByLabel("Hourly rate").fill("12.50");
  await expect(page.getByText("6.25 sparks")).toBeVisible();
  await axe(page);
  await next(page).click();

  await step(page, 5);
  const input = page.locator("input[type=file]");
  await input.setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
  await expect(page.getByText("Only image files are allowed")).toBeVisible();
  const chosenNames = ["1.png", "2.png", "3.png", "4.png", "5.png"];
  await input.setInputFiles(await pictures(page, chosenNames));
  await expect(page.getByText("Maximum 4 images allowed")).toBeVisible();
  await page.getByRole("button", { name: "Remove 4.png" }).click();
  await page.getByRole("button", { name: "Remove 3.png" }).click();
  const earlier = page.getByRole("button", { name: "Move 2.png earlier" });
  await earlier.click();
  await expect(page.getByText("2.png is now photo 1 of 2")).toBeAttached();
  await expect(earlier).toBeFocused();
  const chosen = page.getByRole("button", { name: /^Remove / });
  const order = ["Remove 2.png", "Remove 1.png"];
  await expect(chosen).toHaveCount(2);
  expect(await names(chosen)).toEqual(order);
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.reload();
  await expect(chosen).toHaveCount(2);
  expect(await names(chosen)).toEqual(order);
  await axe(page);
  await page.getByRole("button", { name: "Add skill" }).click();

  await expect(page.getByText("Your skill has been added.")).toBeVisible();
  await expect(page).toHaveURL(/\/settings\/availability\?after=skill$/);
  await axe(page);
  // A member without opening hours is asked for them after the first offer.
  await expect(page.getByRole("switch", { name: "Only at these hours" })).toBeChecked();
  await page.getByRole("link", { name: "Not now" }).click();
  await expect(page).toHaveURL(/\/settings\/skills$/);
  await axe(page);
  await page.getByRole("link", { name: "Gardening" }).click();
  await expect(page.getByText("Pruning, weeding and raised beds.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Show photo 2" })).toBeVisible();
  await expect(page.getByText("£12.50")).toBeVisible();
  await fits(page);
  await axe(page);
  await page.getByRole("button", { name: "Show photo 2" }).click();
  await page.getByRole("button", { name: "Show in full size" }).click();
  const full = page.getByRole("dialog", { name: "Gardening" });
  await expect(full.getByRole("status")).toHaveText("Photo 2 of 2");
  await expect(full.getByRole("group")).toBeFocused();
  await axe(page);
  await page.keyboard.press("ArrowLeft");
  await expect(full.getByRole("status")).toHaveText("Photo 1 of 2");
  await page.keyboard.press("Escape");
  await expect(full).toBeHidden();
  await expect(page.getByRole("button", { name: "Show photo 1" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );

  await page.getByRole("link", { name: "Edit skill" }).click();
  const description = page.getByRole("textbox", { name: "Description" });
  await expect(description).toHaveValue("Pruning, weeding and raised beds.");
  await axe(page);
  const photos = page.getByRole("region", { name: "Photos", exact: true });
  const [first, second] = await sources(photos.locator("img"));
  expect(first).not.toBe(second);
  const later = page.getByRole("button", { name: "Move photo 1 later" });
  await photos.getByRole("listitem").first().dragTo(photos.getByRole("listitem").nth(1));
  await expect(page.getByText("photo 1 is now photo 2 of 2")).toBeAttached();
  await expect(later).toBeDisabled();
  expect(await sources(photos.locator("img"))).toEqual([second, first]);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Your skill has been updated.")).toBeVisible();
  await page.getByRole("link", { name: "Edit skill" }).click();
  await expect(photos.getByRole("listitem")).toHaveCount(3);
  expect(await sources(photos.locator("img"))).toEqual([second, first]);
  await page.getByRole("button", { name: "Remove photo 2" }).click();
  await page.getByRole("button", { name: "Delete photo" }).click();
  await expect(page.getByRole("button", { name: "Remove photo 2" })).toBeHidden();
  await description.fill("");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Please fill in all required fields").first()).toBeVisible();
  await description.fill("Raised beds only.");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Raised beds only.")).toBeVisible();

  await page.getByRole("button", { name: "Delete skill" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Gardening?" });
  await expect(dialog).toContainText("You have no open bookings for it.");
  await axe(page);
  await dialog.getByRole("button", { name: "Delete skill" }).click();
  await expect(page).toHaveURL(/\/settings\/skills$/);
  await expect(page.getByRole("link", { name: "Gardening" })).toBeHidden();
});

test("a skill outside the catalogue goes to an admin", async ({ page, member }) => {
  const name = `Whittling ${Date.now()}`;
  await logIn(page, member, "/settings/skill/add");
  await page.getByRole("searchbox").fill(name);
  await page.getByRole("radio", { name: /Use my own/ }).check();
  await next(page).click();
  await page.getByRole("radio", { name: /^Expert/ }).check();
  await next(page).click();
  await page.getByLabel("Description").fill("Spoons and small animals.");
  await next(page).click();
  await next(page).click();
  await page.getByRole("button", { name: "Add skill" }).click();
  await expect(
    page.getByText(
      "Your skill has been sent to an admin for approval and will be reviewed within 2 days.",
    ),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/explore$/);
  await page.goto("/settings/skills");
  await page.getByRole("link", { name }).click();
  await expect(page.getByText("In review")).toBeVisible();
});

test("leaving the first step leads to the member's own skills", { tag: "@nightly" }, async ({
  page,
  member,
}) => {
  await logIn(page, member, "/settings/skill/add?step=5");
  await step(page, 1);
  await page.getByRole("main").getByRole("link", { name: "Back", exact: true }).last().click();
  await expect(page).toHaveURL(/\/settings\/skills$/);
});

test("a category lists providers, and a service shows its details", async ({ page, member }) => {
  await logIn(page, member);
  // Other tests offer other skills, so that the sample community's cooks stay on the first page.
  await page.getByRole("link", { name: "Cooking", exact: true }).click();
  await expect(page).toHaveURL(/\/explore-list\?category=Cooking$/);
  await expect(page.getByRole("heading", { level: 1, name: "Cooking" })).toBeFocused();
  await fits(page);
  await axe(page);
  await page.getByText(/^Further away/).click();
  await page
    .getByRole("article")
    .filter({ hasText: "Rosie Owen" })
    .getByRole("link")
    .first()
    .click();
  await expect(page).toHaveURL(/\/user-profile\//);
  await page.getByRole("link", { name: "Cooking", exact: true }).click();
  await expect(page).toHaveURL(/\/service\//);
  await expect(page.getByRole("heading", { name: /cancellation$/ })).toBeVisible();
  await fits(page);
  await axe(page);
  const book = page.getByRole("link", { name: "Book Rosie" }).filter({ visible: true });
  await expect(book).toHaveAttribute("href", /^\/book-form\?user=.+&skill=.+/);
  await page.goto("/service/no-such-skill");
  await expect(page.getByText("No service details available.")).toBeVisible();
  await axe(page);
});

test("a skill nobody offers can be added, and an old address still works", async ({
  page,
  member,
}) => {
  await logIn(page, member, "/explore-profile");
  await expect(page).toHaveURL(/\/explore-list$/);
  await expect(page.getByRole("article").first()).toBeVisible();
  await axe(page);
  await page.goto("/explore-list?category=Yodelling");
  await expect(page.getByText("Nobody offers Yodelling yet")).toBeVisible();
  await page.getByRole("link", { name: "Offer it yourself" }).click();
  await expect(page).toHaveURL(/\/settings\/skill\/add$/);
});
