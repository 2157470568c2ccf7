import { apiOf, offer, requestBooking } from "./support/api";
import { check } from "./support/axe";
import { signedIn } from "./support/bookings";
import { dateInDays, fillDateAndTime } from "./support/journey";
import { logIn, newPerson, register } from "./support/people";
import { expect, test } from "./support/test";

/* Two neighbours agree on another time, each on an open page. */

/** Timeout that only a page with an event stream can meet; others poll after ten seconds. */
const SOON = { timeout: 8_000 };

test("a proposed time arrives live, and one press accepts it for both", async ({
  page,
  browser,
  request,
}) => {
  test.slow();
  const [dev, ana] = [newPerson("Dev", "Proposes"), newPerson("Ana", "Proposes")];
  await register(request, dev);
  await register(request, ana);
  const [ofDev, ofAna] = [await apiOf(request, dev), await apiOf(request, ana)];
  const skill = await offer(ofDev, "0");
  const day = dateInDays(3);
  const id = await requestBooking(ofAna, skill, `${day}T10:00:00Z`);
  await ofDev.put(`/api/bookings/accept/${id}`, { words: "Ring twice." });

  await logIn(page, dev, `/inward-details/${id}`);
  const other = await signedIn(browser, ana);
  await other.goto(`/outward-progress/${id}`);
  await expect(other.getByText("“Ring twice.”", { exact: false })).toBeVisible();

  await page.getByRole("button", { name: "Propose another time" }).click();
  const dialog = page.getByRole("dialog", { name: "Propose another time" });
  await dialog.getByRole("button", { name: "Propose this time" }).click();
  await expect(dialog.getByText("Choose a date").first()).toBeVisible();
  await fillDateAndTime(page, day, "16:30");
  await dialog.getByLabel("A few words").fill("My van is in the garage till four.");
  await check(page);
  await dialog.getByRole("button", { name: "Propose this time" }).click();
  await expect(dialog).toBeHidden();
  const mine = page.getByRole("region", { name: "Another time" });
  await expect(mine).toContainText("You proposed");
  await expect(mine.getByRole("button", { name: "Take it back" })).toBeVisible();

  const theirs = other.getByRole("region", { name: "Another time" });
  await expect(theirs).toContainText("Dev would like", SOON);
  await expect(theirs).toContainText("16:30");
  await expect(theirs).toContainText("My van is in the garage till four.");
  await expect(theirs.getByRole("button", { name: "Keep the old time" })).toBeVisible();
  await expect(other.getByRole("button", { name: "Propose another", exact: true })).toBeVisible();
  await check(other);
  await theirs.getByRole("button", { name: "Accept this time" }).click();
  const agreed = other.getByRole("dialog", { name: /^Booked for .*16:30$/ });
  await agreed.getByRole("button", { name: "See this booking" }).click();
  await expect(theirs).toBeHidden();
  await expect(mine).toBeHidden(SOON);
  for (const side of [other, page]) {
    await expect(side.getByText("New time agreed")).toBeVisible();
    await expect(side.getByText(/16:30, for 1 hour/)).toBeVisible();
  }

  const saved = other.waitForEvent("download");
  await other.getByRole("button", { name: "Add to calendar" }).click();
  expect((await saved).suggestedFilename()).toBe(`booking-${id}.ics`);
});

test("a calendar feed shows accepted bookings until its address is renewed", async ({
  page,
  request,
}) => {
  const [dev, ana] = [newPerson("Dev", "Calendar"), newPerson("Ana", "Calendar")];
  await register(request, dev);
  await register(request, ana);
  const [ofDev, ofAna] = [await apiOf(request, dev), await apiOf(request, ana)];
  const id = await requestBooking(ofAna, await offer(ofDev, "0"), `${dateInDays(3)}T10:00:00Z`);
  await ofDev.put(`/api/bookings/accept/${id}`);

  await logIn(page, dev, "/settings?tab=general");
  await page.getByRole("link", { name: /^Your calendar/ }).click();
  await expect(page).toHaveURL(/\/settings\/calendar$/);
  await page.getByRole("button", { name: "Get an address" }).click();
  const field = page.getByLabel("Your calendar's address");
  await expect(field).toHaveValue(/\/api\/calendar\/.+\.ics$/);
  await check(page);
  const path = async () => new URL(await field.inputValue()).pathname;
  const first = await path();
  const read = await request.get(first);
  expect(read.headers()["content-type"]).toContain("text/calendar");
  expect(await read.text()).toContain("SUMMARY:Plumbing with Ana");

  await page.getByRole("button", { name: "Get a new address" }).click();
  const sure = page.getByRole("dialog", { name: "Get a new address?" });
  await check(page);
  await sure.getByRole("button", { name: "Get a new address" }).click();
  await expect(sure).toBeHidden();
  await expect.poll(path).not.toBe(first);
  expect((await request.get(first)).status()).toBe(404);
  expect((await request.get(await path())).status()).toBe(200);
});
