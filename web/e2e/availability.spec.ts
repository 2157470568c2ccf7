import type { Page } from "@playwright/test";
import { type Api, apiOf, bookingPath, type Offer, offer, requestBooking } from "./support/api";
import { check } from "./support/axe";
import { dateInDays, fillAddress } from "./support/journey";
import { logIn, newPerson, register } from "./support/people";
import { expect, test } from "./support/test";

const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** Opens every day from ten to twelve, except today, when it may be too late, and tomorrow. */
function openTenToTwelve(api: Api) {
  return api.put("/api/bookings/availability/own", {
    weekly: DAYS.map((day) => ({ day, from: "10:00", to: "12:00" })),
    blocked: [dateInDays(0), dateInDays(1)],
  });
}

/** Returns the radio button of the day `ahead` days from today. */
function day(page: Page, ahead: number) {
  return page.locator(`input[name=free-day][value="${dateInDays(ahead)}"]`);
}

const time = (page: Page, at: string) => page.getByRole("radio", { name: at, exact: true });

/** Returns the second free start of the offer on `date`. */
async function secondFreeTime(api: Api, { user_id }: Offer, date: string): Promise<string> {
  const path = `/api/bookings/availability/${user_id}?from=${date}&days=1`;
  const free = await api.get<{ days: { slots: string[] }[] }>(path);
  return free.days[0]?.slots[1] ?? "";
}

test("hours and days off are set, checked and kept", async ({ page, request }) => {
  const person = newPerson("Hana");
  await register(request, person);
  await logIn(page, person, "/settings");
  await page.getByRole("link", { name: /^Availability/ }).click();
  const limited = page.getByRole("switch", { name: "Only at these hours" });
  await expect(limited).not.toBeChecked();
  await check(page);

  await limited.click();
  await expect(page.getByLabel("Monday, from")).toHaveValue("09:00");
  await page.getByRole("button", { name: "Add hours on Monday" }).click();
  await expect(page.getByLabel("Monday, hours 2, from")).toHaveValue("18:00");
  await page.getByLabel("Monday, hours 2, from").selectOption("16:30");
  await expect(page.getByText("Hours of one day must not overlap.")).toBeVisible();
  await page.getByRole("button", { name: "Save hours" }).click();
  await expect(page.getByLabel("Monday, hours 1, from")).toBeFocused();
  await check(page);
  await page.getByLabel("Monday, hours 2, from").selectOption("18:30");
  await page.getByRole("button", { name: "Copy to Monday to Friday from Monday" }).click();
  await expect(page.getByLabel("Friday, hours 2, to")).toHaveValue("20:00");
  await page.getByRole("button", { name: "Remove Tuesday, hours 1, 09:00 to 17:00" }).click();
  await page.getByRole("button", { name: "Save hours" }).click();
  await expect(page.getByText("Hours saved")).toBeVisible();

  await page.getByRole("button", { name: "Add days off" }).click();
  await expect(page.getByText("Choose a date", { exact: true }).first()).toBeVisible();
  await page.getByLabel("First day").fill(dateInDays(20));
  await page.getByLabel("Last day").fill(dateInDays(22));
  await page.getByRole("button", { name: "Add days off" }).click();
  const off = page.getByRole("list", { name: "Days off" }).getByRole("listitem");
  await expect(off).toHaveCount(1);
  await check(page);

  await page.reload();
  await expect(limited).toBeChecked();
  await expect(page.getByLabel("Tuesday, from")).toHaveValue("18:30");
  await expect(page.getByLabel("Friday, hours 2, to")).toHaveValue("20:00");
  await expect(off).toContainText(" to ");
  await off.getByRole("button").click();
  await expect(off).toHaveCount(0);

  await limited.click();
  await page.getByRole("button", { name: "Save hours" }).click();
  await expect(page.getByText("Hours saved")).toBeVisible();
  const saved = page.waitForResponse(/\/availability\/own$/);
  // The choice shows a moment after the click, once it is on its way.
  await page.getByRole("radio", { name: /reviewed exchange/ }).click();
  await saved;
  await page.reload();
  await expect(limited).not.toBeChecked();
  await expect(page.getByRole("radio", { name: /reviewed exchange/ })).toBeChecked();
});

test("a member who may not ask reads why, before they fill anything in", async ({
  page,
  request,
}) => {
  const [dev, ana] = [newPerson("Dev"), newPerson("Ana")];
  for (const person of [dev, ana]) await register(request, person);
  const provider = await apiOf(request, dev);
  const skill = await offer(provider, "0");
  await provider.put("/api/bookings/availability/own", { who_may_ask: "reviewed" });
  const reason = page.getByText(/people with at least one reviewed exchange/);
  await logIn(page, ana, `/user-profile/${skill.user_id}`);
  await expect(reason).toBeVisible();
  await expect(page.getByRole("link", { name: /^Book\b/ })).toHaveCount(0);
  await check(page);
  await page.goto(bookingPath(skill));
  await expect(reason).toBeVisible();
  await expect(page.getByRole("button", { name: "Book Now" })).toBeDisabled();
  await check(page);
});

test("a client chooses a free time, and gets new ones after losing it", async ({
  page,
  request,
}) => {
  test.slow();
  const [dev, ana, bo] = [newPerson("Dev"), newPerson("Ana"), newPerson("Bo")];
  for (const person of [dev, ana, bo]) await register(request, person);
  const provider = await apiOf(request, dev);
  const skill = await offer(provider, "0");
  await openTenToTwelve(provider);
  await logIn(page, ana, bookingPath(skill));
  await page.getByRole("textbox", { name: "What do you need?" }).fill("A tap that drips.");
  await fillAddress(page);

  // Tomorrow is off, and only free times can be chosen. The next day is open.
  await expect(day(page, 1)).toBeDisabled();
  await expect(page.getByRole("button", { name: "Choose another time" })).toBeHidden();
  await page.getByRole("button", { name: "Book Now" }).click();
  await expect(page.getByText("Choose a time", { exact: true })).toBeVisible();
  await check(page);

  await expect(day(page, 2)).toBeChecked();
  await expect(page.getByRole("group", { name: "Time" }).getByRole("radio")).toHaveCount(3);
  await time(page, "10:00").check();
  await page.keyboard.press("ArrowRight");
  await expect(time(page, "10:30")).toBeChecked();
  await check(page);

  // A reload keeps the choice; a longer booking has fewer starts.
  await page.reload();
  await expect(time(page, "10:30")).toBeChecked();
  await page.getByRole("button", { name: "More" }).click();
  await expect(page.getByText("That time is no longer free.")).toBeVisible();
  await expect(page.getByRole("group", { name: "Time" }).getByRole("radio")).toHaveCount(1);
  await page.getByRole("button", { name: "Less" }).click();
  await time(page, "10:30").check();

  const other = await apiOf(request, bo);
  await requestBooking(other, skill, await secondFreeTime(other, skill, dateInDays(2)));
  await page.getByRole("button", { name: "Book Now" }).click();
  await expect(
    page.getByText("This time is already taken. Please choose another one.").first(),
  ).toBeVisible();
  // Bo's booking leaves no whole hour.
  await expect(time(page, "10:30")).toBeHidden();
  await check(page);
  await day(page, 3).check();
  await time(page, "11:00").check();
  await page.getByRole("button", { name: "Book Now" }).click();
  await expect(page.getByRole("dialog", { name: "Request sent!" })).toBeVisible();
});

test("a provider without opening hours accepts any time", { tag: "@nightly" }, async ({
  page,
  request,
  member,
}) => {
  const dev = newPerson("Dev");
  await register(request, dev);
  const skill = await offer(await apiOf(request, dev), "8");
  await logIn(page, member, bookingPath(skill));
  await page.getByRole("button", { name: "Later days" }).click();
  await expect(page.getByText("Dev has not set any hours.")).toBeVisible();
  await expect(day(page, 8)).toBeEnabled();
  await page.getByRole("button", { name: "Choose another time" }).click();
  await expect(page.getByLabel("Date")).toBeVisible();
  await check(page);
  await page.getByLabel("Date").fill(dateInDays(9));
  await page.getByLabel("Time", { exact: true }).fill("05:15");
  await page.reload();
  await expect(page.getByLabel("Time", { exact: true })).toHaveValue("05:15");
  await page.getByRole("button", { name: "Choose from a list" }).click();
  await expect(day(page, 9)).toBeChecked();
});
