import type { BrowserContext, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import type { Person } from "./people";

/** Subject of a mail with a code. */
const CODE = /^(\d{4}) is your /;

/** Returns the name that others see. */
export function fullName({ firstname, lastname }: Person): string {
  return `${firstname} ${lastname}`;
}

/** Signs up as a newcomer, with the code from the demo's mail, which opens in its own tab. */
export async function signUp(context: BrowserContext, person: Person, town: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto("/signup");
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL(/\/otp$/);
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "see the email we just sent" }).click();
  const mail = await opened;
  const subject = await mail.getByRole("heading", { name: CODE }).first().textContent();
  await mail.close();
  await page.getByLabel("Digit 1 of 4").focus();
  await page.keyboard.type(subject?.match(CODE)?.[1] ?? "");
  await expect(page).toHaveURL(/\/personal-details$/);
  await page.getByLabel("First name").fill(person.firstname);
  await page.getByLabel("Last name").fill(person.lastname);
  await page.getByLabel("Phone").fill("07700 900123");
  await page.getByLabel("Other", { exact: true }).check();
  await fillTown(page, town);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password").fill(person.password);
  await page.getByLabel("I am 18 or over and accept the terms").check();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(/\/success$/);
  await page.getByRole("main").getByRole("link", { name: "I need a hand" }).click();
  await expect(page).toHaveURL(/\/explore$/);
  return page;
}

/** Types the beginning of a town's name on sign-up, and chooses the town. */
export async function fillTown(page: Page, town: string): Promise<void> {
  await page.getByRole("combobox", { name: "Your town or city" }).fill(town.slice(0, -1));
  await page
    .getByRole("option", { name: new RegExp(`^${town}\\b`) })
    .first()
    .click();
}

/** Offers a skill of the catalogue with a picture, at `rate` pounds an hour. */
export async function offerSkill(page: Page, skill: string, rate: string): Promise<void> {
  const next = page.getByRole("button", { name: "Next" });
  await page.goto("/settings/skill/add");
  await page.getByRole("searchbox").fill(skill);
  await page.getByRole("radio", { name: skill }).check();
  await next.click();
  await page.getByRole("radio", { name: /^Expert/ }).check();
  await next.click();
  await page.getByLabel("Description").fill("Taps, sinks and leaks, with my own tools.");
  await next.click();
  await page.getByLabel("Hourly rate").fill(rate);
  await next.click();
  const picture = { name: "tap.png", mimeType: "image/png", buffer: await page.screenshot() };
  await page.locator("input[type=file]").setInputFiles(picture);
  await page.getByRole("button", { name: "Add skill" }).click();
  await expect(page.getByText("Your skill has been added.")).toBeVisible();
}

/** Returns the date `days` days from now, as a date field takes it. */
export function dateInDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** Types a date and a time into the booking form, instead of choosing a free one. */
export async function fillDateAndTime(page: Page, day: string, time: string): Promise<void> {
  await page.getByRole("button", { name: "Choose another time" }).click();
  await page.getByLabel("Date").fill(day);
  await page.getByLabel("Time", { exact: true }).fill(time);
}

/** Fills in an address in Leeds. */
export async function fillAddress(page: Page): Promise<void> {
  await page.getByRole("combobox", { name: "House and street" }).fill("14 Crown Street");
  await page.getByRole("combobox", { name: "Town or city" }).fill("Leeds");
  await page.getByRole("textbox", { name: "Postcode" }).fill("LS2 7DG");
}

/** Fills in the booking form, for the given day at half past ten. */
export async function fillRequest(page: Page, day: string): Promise<void> {
  await page
    .getByRole("textbox", { name: "What do you need?" })
    .fill("The kitchen tap drips even when shut tight.");
  await fillAddress(page);
  await fillDateAndTime(page, day, "10:30");
}

/** Returns a photo of more than 5 MB, as cameras make them: three bytes for every pixel. */
export function heavyPhoto(): Buffer {
  const [width, height, head] = [1600, 1200, 54];
  const photo = Buffer.alloc(head + width * height * 3, 0x77);
  photo.fill(0, 0, head);
  photo.write("BM");
  photo.writeUInt32LE(photo.length, 2);
  photo.writeUInt32LE(head, 10);
  photo.writeUInt32LE(40, 14);
  photo.writeInt32LE(width, 18);
  photo.writeInt32LE(height, 22);
  photo.writeUInt16LE(1, 26);
  photo.writeUInt16LE(24, 28);
  photo.writeUInt32LE(photo.length - head, 34);
  return photo;
}
