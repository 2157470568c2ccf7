import type { Page } from "@playwright/test";
import { administrator } from "./support/admin";
import { apiOf } from "./support/api";
import { check } from "./support/axe";
import { fullName } from "./support/journey";
import { logIn, newPerson, type Person, register } from "./support/people";
import { expect, test } from "./support/test";

const DONE = "Operation completed successfully!";

/** Returns a picture file made from a screenshot. */
async function picture(page: Page, name: string) {
  return { name, mimeType: "image/png", buffer: await page.screenshot() };
}

/** Returns the list entry of the document called `name`. */
function documentSection(page: Page, name: string) {
  return page.getByRole("article").filter({ hasText: name });
}

async function upload(page: Page, name: string): Promise<void> {
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles(await picture(page, name));
  await expect(page.getByRole("img", { name: "Preview" })).toBeVisible();
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page.getByText(DONE)).toBeVisible();
}

/** Opens a person's pending document as staff. */
async function review(admin: Page, name: string, person: Person): Promise<void> {
  await admin.goto("/admin/identity");
  await admin.getByRole("button", { name: `Review ${name} of ${fullName(person)}` }).click();
  const shown = admin.getByRole("dialog").getByRole("img");
  await expect(shown).toHaveJSProperty("complete", true);
  await expect(shown).not.toHaveJSProperty("naturalWidth", 0);
}

test("documents are uploaded, visible to their owner only, and deleted", async ({
  page,
  request,
}) => {
  test.slow();
  const person = newPerson("Kim");
  await register(request, person);
  await logIn(page, person, "/settings/kyc");
  await expect(page.getByText("Completed")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Identification/ })).toContainText("Not uploaded");
  await check(page);
  await page.getByRole("link", { name: /^Identification/ }).click();
  await expect(page.getByText("Nothing yet.")).toBeVisible();
  await check(page);

  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page.getByText("Please select an ID type")).toBeVisible();
  await expect(page.getByText("Please upload an ID document")).toBeVisible();
  await expect(page.getByRole("radio", { name: "Residence permit" })).toBeFocused();
  await page.getByRole("radio", { name: "Driving license" }).check();
  await expect(page.getByText("Please select an ID type")).toBeHidden();
  const input = page.locator("input[type=file]").first();
  const text = { name: "id.txt", mimeType: "text/plain", buffer: Buffer.from("x") };
  await input.setInputFiles(text);
  await expect(
    page.getByText("Please choose a picture: JPG, PNG, WebP, HEIC or SVG"),
  ).toBeVisible();
  const large = Buffer.alloc(5 * 1024 * 1024 + 1);
  await input.setInputFiles({ name: "id.png", mimeType: "image/png", buffer: large });
  await expect(page.getByText("File size must be less than 5MB")).toBeVisible();
  await check(page);

  await upload(page, "licence.png");
  const licence = documentSection(page, "Driving license");
  await expect(licence).toContainText("Pending");
  await check(page);
  await licence.getByRole("button", { name: "View" }).click();
  const shown = page.getByRole("dialog").getByRole("img", { name: "Your driving license" });
  await expect(shown).toHaveAttribute("src", /^blob:/);
  await check(page);
  await page.keyboard.press("Escape");
  // The banner stays after an upload, and disappears by itself after a deletion.
  await expect(page.getByText(DONE)).toBeVisible();

  await licence.getByRole("button", { name: "Delete Driving license" }).click();
  const sure = page.getByRole("dialog", { name: "Delete this driving license?" });
  await check(page);
  await sure.getByRole("button", { name: "Delete" }).click();
  await expect(licence).toBeHidden();
  await expect(page.getByText(DONE)).toBeVisible();
  await expect(page.getByText(DONE)).toBeHidden({ timeout: 6_000 });
});

test("a truncated picture is refused with an explanation", { tag: "@nightly" }, async ({
  page,
  request,
}) => {
  const person = newPerson("Kit");
  await register(request, person);
  await logIn(page, person, "/settings/kyc/bill");
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page.getByText("Please upload a utility bill")).toBeVisible();
  const input = page.locator("input[type=file]").first();
  const whole = await picture(page, "bill.png");
  const half = whole.buffer.subarray(0, whole.buffer.length / 2);
  await input.setInputFiles({ ...whole, buffer: half });
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(
    page.getByText("This image is broken or incomplete. Please choose another."),
  ).toBeVisible();
  await expect(page.getByText(DONE)).toBeHidden();
  await expect(page.getByText("Nothing yet.")).toBeVisible();
  // An SVG is accepted too, and converted to a picture.
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><rect width="90" height="60" fill="teal"/></svg>`;
  const svg = { name: "bill.svg", mimeType: "image/svg+xml", buffer: Buffer.from(drawing) };
  const owner = await apiOf(request, person);
  await owner.form("/api/settings/kyc/upload/utility", { file: svg });
  await page.reload();
  await expect(documentSection(page, "Utility bill")).toContainText("Pending");
});

test("staff decide; the owner sees the reason and retries", async ({ page, request, browser }) => {
  test.slow();
  const person = newPerson("Kaya", `Of ${Date.now().toString(36)}`);
  await register(request, person);
  const owner = await apiOf(request, person);
  await logIn(page, person, "/settings/kyc");
  const file = await picture(page, "paper.png");
  await owner.form("/api/settings/kyc/upload/identity", { type: "international-passport", file });

  const admin = await (await browser.newContext()).newPage();
  await logIn(admin, administrator());
  await review(admin, "International passport", person);
  await check(admin);
  await admin.getByRole("button", { name: "Reject…" }).click();
  await admin.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(admin.getByText("A reason is required")).toBeVisible();
  await admin.getByLabel("Reason").fill("The photo is blurred.");
  await check(admin);
  await admin.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(admin.getByText(/rejected$/)).toBeVisible();
  await admin.getByRole("button", { name: "Rejected" }).click();
  await expect(admin.getByRole("link", { name: fullName(person) })).toBeVisible();
  await check(admin);

  await page.goto("/settings/kyc");
  await page.getByRole("link", { name: /^Identification.*Rejected$/ }).click();
  const passport = documentSection(page, "International passport");
  await expect(passport).toContainText("The photo is blurred.");
  await check(page);
  await passport.getByRole("button", { name: "Upload again" }).click();
  await expect(page.getByRole("radio", { name: "International passport" })).toBeChecked();
  await upload(page, "sharp.png");
  await owner.form("/api/settings/kyc/upload/utility", { file });

  for (const name of ["International passport", "Utility bill"]) {
    await review(admin, name, person);
    await admin.getByRole("button", { name: "Approve", exact: true }).click();
    await expect(admin.getByText(`${name} of ${fullName(person)} approved`)).toBeVisible();
  }
  await page.goto("/settings/kyc");
  await expect(page.getByText("You are verified.")).toBeVisible();
  await check(page);
});
