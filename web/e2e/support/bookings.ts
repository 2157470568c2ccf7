import { type APIRequestContext, type Browser, expect, type Page } from "@playwright/test";
import { apiOf, bookingPath, offer } from "./api";
import { logIn, newPerson, type Person, register } from "./people";

/** Registers a plumber at `rate` pounds an hour; returns them and the booking path. */
export async function provider(request: APIRequestContext, rate: string) {
  const person = newPerson("Dev", "Provider");
  await register(request, person);
  const api = await apiOf(request, person);
  return { person, path: bookingPath(await offer(api, rate)) };
}

/** Registers a member with the welcome sparks, and signs them in on the page. */
export async function newClient(page: Page, request: APIRequestContext): Promise<Person> {
  const person = newPerson("Ana", "Client");
  await register(request, person);
  await logIn(page, person);
  return person;
}

export async function signedIn(browser: Browser, person: Person): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await logIn(page, person);
  return page;
}

/** Sends the request on the page, pays with sparks, and returns the booking's number. */
export async function sendWithSparks(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Book Now" }).click();
  await page.getByRole("button", { name: /^Pay .* sparks$/ }).click();
  return sentBooking(page);
}

/** Leaves the confirmation of a sent request, and returns the booking's number. */
export async function sentBooking(page: Page): Promise<string> {
  await page.getByRole("button", { name: "See this booking" }).click();
  await expect(page).toHaveURL(/\/outward-progress\/\d+$/);
  return page.url().match(/\d+$/)?.[0] ?? "";
}

/** Accepts the request on the provider's page. */
export async function accept(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Accept" }).click();
  await page
    .getByRole("dialog", { name: "Booking accepted" })
    .getByRole("button", { name: "See this booking" })
    .click();
}
