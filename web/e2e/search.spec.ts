import { axe, fits } from "./support/axe";
import { logIn } from "./support/people";
import { expect, test } from "./support/test";

test("searching waits for two characters, updates while typing, and remembers", async ({
  page,
  member,
}) => {
  await logIn(page, member, "/search");
  const box = page.getByRole("searchbox");
  await expect(box).toBeFocused();
  await axe(page);
  await box.fill("d");
  await expect(page.getByText("Type at least 2 characters.")).toBeVisible();
  await box.fill(" DEV KAUR ");
  await expect(page).toHaveURL(/\?q=dev(\+|%20)kaur$/);
  await expect(page.getByRole("article").filter({ hasText: "Dev Kaur" }).first()).toBeVisible();
  await fits(page);
  await axe(page);
  await box.fill("");
  await page.getByRole("button", { name: "dev kaur", exact: true }).click();
  await expect(page.getByRole("article").filter({ hasText: "Dev Kaur" }).first()).toBeVisible();
  await box.fill("zzzz");
  await box.press("Enter");
  await expect(page.getByText("Nothing found for “zzzz”")).toBeVisible();
  await axe(page);
});

test("a search finds categories, people and skills together", async ({ page, member }) => {
  await logIn(page, member, "/search?q=plumb");
  const categories = page.getByRole("region", { name: "Categories" });
  await expect(categories.getByRole("link", { name: "Plumbing" })).toBeVisible();
  const skills = page.getByRole("region", { name: "Skills", exact: true });
  await expect(skills.getByRole("article").first()).toContainText("Plumbing");
  await fits(page);
  await axe(page);
  await categories.getByRole("link", { name: "Plumbing" }).click();
  await expect(page).toHaveURL(/\/explore-list\?category=Plumbing$/);
  await page.goBack();
  await expect(page.getByRole("searchbox")).toHaveValue("plumb");
});

test("a sentence finds helpers, and an unoffered skill leads to offers", async ({
  page,
  member,
}) => {
  await logIn(page, member, "/search");
  const box = page.getByRole("searchbox");
  const categories = page.getByRole("region", { name: "Categories" });
  const skills = page.getByRole("region", { name: "Skills", exact: true });
  for (const sentence of ["my boiler is broken", "someone to fix my tap"]) {
    await box.fill(sentence);
    await expect(categories.getByRole("link").first()).toHaveText("Plumbing");
    await expect(skills.getByRole("article").first()).toContainText("Plumbing");
  }
  await box.fill("TV");
  await expect(categories.getByRole("link").first()).toHaveText("IT help");
  await box.fill("zzzz");
  const bySkill = page.getByRole("region", { name: "Or look by skill" });
  await bySkill.getByRole("link", { name: "Plumbing" }).click();
  await expect(page).toHaveURL(/category=Plumbing$/);
});

test("Enter searches at once, and further typing searches once", { tag: "@nightly" }, async ({
  page,
  member,
}) => {
  await logIn(page, member, "/search");
  const terms: string[] = [];
  page.on("request", (request) => {
    const [, term] = request.url().match(/searchuser\/([^?]+)/) ?? [];
    if (term) terms.push(term);
  });
  const box = page.getByRole("searchbox");
  await box.pressSequentially("rosie", { delay: 20 });
  await box.press("Enter");
  await expect(page.getByRole("article").first()).toBeVisible();
  expect(terms).toEqual(["rosie"]);
});

test("any alphabet and markup are treated as text", { tag: "@nightly" }, async ({
  page,
  member,
}) => {
  await logIn(page, member);
  for (const term of ["<script>", "ラーメン", "ß%2F../"]) {
    await page.goto(`/search?${new URLSearchParams({ q: term })}`);
    await expect(page.getByText(`Nothing found for “${term.toLowerCase()}”`)).toBeVisible();
  }
});
