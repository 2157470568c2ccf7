import type { Page } from "@playwright/test";
import { axe, fits } from "./support/axe";
import { logIn, newPerson, register } from "./support/people";
import { expect, test } from "./support/test";

/** Everyone in the demo, at any distance from the person's home. */
const ANY_DISTANCE = "/explore?distance=2000";

/** Waits for the response to a request that the screen does not wait for. */
function answered(page: Page, method: string, path: RegExp): Promise<unknown> {
  return page.waitForResponse(
    (response) => response.request().method() === method && path.test(response.url()),
  );
}

test("a member without a town is asked for it, then sees neighbours", async ({ page, request }) => {
  const person = newPerson("Nell");
  await register(request, person, "");
  await logIn(page, person);
  await page.getByRole("button", { name: "Set your town" }).click();
  await expect(page.getByRole("heading", { name: "Set your town" })).toBeVisible();
  await axe(page);
  const town = page.getByRole("combobox", { name: "Your town or city" });
  await town.fill("hebd");
  await page
    .getByRole("listbox")
    .getByRole("option", { name: /Hebden Bridge/ })
    .waitFor();
  await town.press("ArrowDown");
  await town.press("Enter");
  await expect(town).toHaveValue("Hebden Bridge, West Yorkshire");
  await page.getByRole("button", { name: "Save town" }).click();
  await expect(page.getByRole("heading", { name: "Set your town" })).toBeHidden();
  await expect(page.getByRole("link", { name: /Your location: Hebden Bridge/ })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Distance" })).toHaveValue("200");
  await expect(page.getByRole("article").first()).toContainText(/km/);
});

test("people are filtered by city and distance, kept in the address", async ({ page, member }) => {
  await logIn(page, member);
  await expect(page.getByRole("heading", { name: "People nearby" })).toBeVisible();
  await fits(page);
  await axe(page);
  await page.getByRole("combobox", { name: "Distance" }).selectOption("Any distance");
  await expect(page).toHaveURL(/distance=2000/);
  await expect(page.getByRole("article").first()).toBeVisible();
  await page.getByRole("combobox", { name: "City" }).selectOption("Hebden Bridge");
  await page.getByRole("combobox", { name: "Distance" }).selectOption("all");
  await expect(page).toHaveURL(/city=Hebden\+Bridge&distance=all|distance=all&city=Hebden\+Bridge/);
  await expect(page.getByRole("article").first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole("combobox", { name: "City" })).toHaveValue("Hebden Bridge");
  await page.goto("/explore?city=Aberystwyth&distance=all");
  await expect(page.getByText("No people found in Aberystwyth.")).toBeVisible();
  await expect(page.getByText("Try selecting different filters.")).toBeVisible();
  await page.getByRole("button", { name: "Look within 5 miles" }).click();
  await expect(page.getByText("No people found within 5 miles.")).toBeVisible();
});

test("following counts at once and shows in the list", async ({ page, member }) => {
  await logIn(page, member, ANY_DISTANCE);
  const card = page.getByRole("article").first().getByRole("link").first();
  const name = (await card.textContent()) ?? "";
  await card.click();
  await expect(page).toHaveURL(/\/user-profile\//);
  await expect(page.getByRole("heading", { level: 1, name })).toBeFocused();
  await fits(page);
  await axe(page);

  const followers = page.locator("dl > div", { hasText: /^Followers?/ }).locator("dd");
  const before = Number(await followers.textContent());
  const followed = answered(page, "POST", /\/follow\//);
  await page.getByRole("button", { name: `Follow ${name}` }).click();
  const following = page.getByRole("button", { pressed: true });
  await expect(following).toBeVisible();
  await expect(followers).toHaveText(String(before + 1));
  await page.mouse.move(0, 0);
  await expect(following).toHaveText(/Following/);

  await followed;
  await page.reload();
  await expect(followers).toHaveText(String(before + 1));
  await page.goto("/following");
  const unfollow = page.getByRole("button", { name: `Following ${name}` });
  await expect(unfollow).toBeVisible();
  await axe(page);
  const unfollowed = answered(page, "DELETE", /\/unfollow\//);
  await unfollow.click();
  await expect(page.getByRole("button", { name: `Follow ${name}` })).toBeVisible();
  await unfollowed;
  await page.reload();
  await expect(page.getByText("You don't follow anyone yet")).toBeVisible();
  await page.getByRole("link", { name: /^Followers/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Followers" })).toBeVisible();
  await axe(page);
});

test("an unknown person shows a message", { tag: "@nightly" }, async ({ page, member }) => {
  await logIn(page, member, "/user-profile/nobody-of-that-name");
  await expect(page.getByText("No profile data available")).toBeVisible();
  await axe(page);
});

test("settings lead to the profile form, which saves names and visibility", async ({
  page,
  member,
}) => {
  await logIn(page, member, "/settings");
  await expect(page.getByRole("link", { name: /My skills/ })).toBeVisible();
  await axe(page);
  await page.getByRole("tab", { name: "General" }).click();
  await page.getByRole("link", { name: /Visibility/ }).click();
  const visible = page.getByRole("switch", { name: "Make yourself visible to clients" });
  await expect(visible).toBeFocused();
  await expect(visible).toBeChecked();
  await fits(page);
  await axe(page);
  const hidden = answered(page, "PUT", /visibility$/);
  await visible.press("Space");
  await expect(visible).not.toBeChecked();
  await hidden;
  await page.reload();
  await expect(visible).not.toBeChecked();
  await visible.click();

  await page.getByLabel("First name").fill("");
  await page.getByLabel("Website").fill("example.org");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Your first name is required").first()).toBeVisible();
  await expect(page.getByLabel("First name")).toBeFocused();
  await page.getByLabel("First name").fill("Mo");
  await page.getByLabel("Website").fill("https://example.org");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Profile updated")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Website")).toHaveValue("https://example.org");
});
