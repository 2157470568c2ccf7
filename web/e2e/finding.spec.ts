import { administrator } from "./support/admin";
import { type Api, apiOf } from "./support/api";
import { check, fits } from "./support/axe";
import { fullName } from "./support/journey";
import { logIn, newPerson, type Person, register } from "./support/people";
import { expect, test } from "./support/test";

function offers(api: Api, skill: string): Promise<unknown> {
  return api.form("/api/skills", {
    skill_type: skill,
    experience_level: "expert",
    description: `All about ${skill}.`,
    hourly_rate: "12",
  });
}

test("everyday words find the nearest matching neighbour first", async ({ page, request }) => {
  test.slow();
  const people: [Person, string][] = [
    [newPerson("Ida", "Nextdoor"), "Leeds"],
    [newPerson("Ola", "Faraway"), "Truro"],
    [newPerson("Noor", "Nowhere"), ""],
  ];
  for (const [person, town] of people) {
    await register(request, person, town);
    await offers(await apiOf(request, person), "Beekeeping");
  }
  const [near, far, nowhere] = people.map(([person]) => fullName(person));
  const seeker = newPerson("Sia", "Seeker");
  await register(request, seeker, "Leeds");
  await logIn(page, seeker);

  for (const term of ["beekeeper", "apiarist", "beekeper"]) {
    await page.goto(`/search?q=${term}`);
    const categories = page.getByRole("region", { name: "Categories" });
    await expect(categories.getByRole("link", { name: "Beekeeping" })).toBeVisible();
    const skills = page.getByRole("region", { name: "Skills", exact: true });
    await expect(skills.getByRole("article").first()).toContainText(/km/);
  }
  await check(page);
  await page.getByRole("combobox", { name: "Distance" }).selectOption("Within 5 miles · 8 km");
  await expect(page).toHaveURL(/distance=200/);
  await expect(page.getByRole("article").filter({ hasText: far ?? "" })).toHaveCount(0);

  await page.goto("/explore-list?category=Beekeeping");
  const cards = page.getByRole("article");
  await expect(cards.filter({ hasText: near ?? "" })).toBeVisible();
  await expect(cards.filter({ hasText: far ?? "" })).toBeHidden();
  await page.getByText(/^Further away · from/).click();
  await expect(cards.filter({ hasText: far ?? "" })).toBeVisible();
  await page.getByText("Without a town").click();
  await expect(cards.filter({ hasText: nowhere ?? "" })).toBeVisible();
  await check(page);
  await page.getByRole("combobox", { name: "City" }).selectOption("Truro");
  await page.getByRole("combobox", { name: "Distance" }).selectOption("all");
  await expect(cards.filter({ hasText: far ?? "" })).toBeVisible();
  await expect(cards.filter({ hasText: near ?? "" })).toHaveCount(0);
  await fits(page);

  await page.goto("/search?q=noor%20nowhere");
  await expect(cards.filter({ hasText: nowhere ?? "" })).toBeVisible();
});

test("a member without a town is told so everywhere", { tag: "@nightly" }, async ({
  page,
  request,
}) => {
  const person = newPerson("Noa", "Townless");
  await register(request, person, "");
  await logIn(page, person);
  for (const path of ["/explore", "/explore-list", "/user", "/search?q=rosie"]) {
    await page.goto(path);
    await expect(page.getByText("Nobody nearby can find you")).toBeVisible();
  }
  await page.getByRole("button", { name: "Set your town" }).click();
  await expect(page.getByRole("dialog", { name: "Set your town" })).toBeVisible();
  await check(page);
});

test("the first screen shows a person", async ({ page, member }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await logIn(page, member, "/explore?city=Hebden+Bridge");
  const name = page.getByRole("article").first().getByRole("heading");
  await expect(name).toBeVisible();
  const box = await name.boundingBox();
  const bar = await page.getByRole("navigation").last().boundingBox();
  expect((box?.y ?? 640) + (box?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
  await fits(page);
});

test("an admin adds a search word and removes it", { tag: "@nightly" }, async ({
  page,
  request,
  member,
}) => {
  const word = `skivvy${Date.now()}`;
  await logIn(page, administrator(), "/admin/words");
  await page.getByLabel("A word for Cleaning").fill(word);
  await page.getByLabel("A word for Cleaning").press("Enter");
  await expect(page.getByRole("button", { name: `Remove ${word}` })).toBeVisible();
  await check(page);
  const api = await apiOf(request, member);
  const path = `/api/skills/get/categories?q=${word}`;
  expect(await api.get(path)).toMatchObject([{ id: "cleaning" }]);
  await page.getByRole("button", { name: `Remove ${word}` }).click();
  await expect(page.getByRole("button", { name: `Remove ${word}` })).toBeHidden();
  expect(await api.get(path)).toEqual([]);
});

test("an admin adds a village, which members choose at once", async ({ page, request, member }) => {
  const name = `Little Snodbury ${Date.now()}`;
  await logIn(page, administrator(), "/admin/towns");
  await page.getByRole("button", { name: "Add a town or village" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Please write its name").first()).toBeVisible();
  await check(page);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Latitude and longitude").fill("52.2211, -2.1533");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await check(page);
  const api = await apiOf(request, member);
  const found = await api.get(`/api/places/search?q=${encodeURIComponent(name)}`);
  expect(found).toMatchObject([{ city: name }]);
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await check(page);
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { name })).toBeHidden();
});

test("an admin adds a category, which members choose at once, and empties it", async ({
  page,
  request,
  member,
}) => {
  const name = `Trade ${Date.now()}`;
  await logIn(page, administrator(), "/admin/categories");
  await page.getByRole("button", { name: "Add a category" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Please write at least 2 characters").first()).toBeVisible();
  await check(page);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Place in the list").selectOption("After Cleaning");
  await page.getByRole("radio", { name: "pottery" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await check(page);
  const api = await apiOf(request, member);
  expect(JSON.stringify(await api.get("/api/skills/get/categories"))).toContain(name);
  await page.getByRole("button", { name: `Move skills of ${name}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("To").selectOption("Pottery");
  await check(page);
  await dialog.getByRole("button", { name: "Move" }).click();
  await expect(page.getByText("Hidden, moved to Pottery").first()).toBeVisible();
  expect(JSON.stringify(await api.get("/api/skills/get/categories"))).not.toContain(name);
});
