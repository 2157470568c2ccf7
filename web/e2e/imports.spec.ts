import { administrator } from "./support/admin";
import { check } from "./support/axe";
import { logIn, mailed, newPerson } from "./support/people";
import { expect, test } from "./support/test";

const HEADINGS = "email,first_name,last_name,town,skills,opening_sparks";

const table = (rows: string[]) => ({
  name: "members.csv",
  mimeType: "text/csv",
  buffer: Buffer.from([HEADINGS, ...rows].join("\n")),
});

test("a community comes along in a table, and a member opens their account", async ({
  page,
  browser,
  request,
}) => {
  const fay = newPerson("Fay", "Moved");
  const row = `${fay.email},Fay,Moved,Leeds,Gardening,4.5`;
  await logIn(page, administrator(), "/admin/imports");
  await check(page);
  const upload = page.locator("input[type=file]");
  await upload.setInputFiles(table([row, "nobody,Bo,Moved,,,many"]));
  await expect(page.getByText("2 errors in 2 rows. Nobody was added.")).toBeVisible();
  await expect(page.getByText("This is not an email address.")).toBeVisible();
  await check(page);

  await page.goto("/admin/imports");
  await upload.setInputFiles(table([row]));
  await expect(page.getByText("1 row checked: 1 member to import.")).toBeVisible();
  await check(page);
  await page.getByRole("button", { name: "Import 1 member" }).click();
  await expect(page.getByText("1 member imported.")).toBeVisible();

  const link = new URL(await mailed(request, fay.email, /https?:\S+\/welcome#token=[\w-]+/));
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(link.pathname + link.hash);
  await check(guest);
  await guest.getByLabel("Password", { exact: true }).fill("Fay likes long walks");
  await guest.getByRole("checkbox").check();
  await guest.getByRole("button", { name: "Open my account" }).click();
  await expect(guest).toHaveURL(/\/explore$/);
  await guest.goto("/wallet");
  await expect(guest.getByText("Opening balance")).toBeVisible();
});
