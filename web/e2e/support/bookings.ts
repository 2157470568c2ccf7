import { type APIRequestContext, type Browser, expect, type Page } from "@playwright/test";
import { logIn, newPerson, type Person, register } from "./people";

export async function token(
  request: APIRequestContext,
  { email, password }: Person,
): Promise<string> {
  const response = await request.post("/api/auth/login", { data: { email, password } });
  const { data } = (await response.json()) as { data: { accessToken: string } };
  return data.accessToken;
}

/** Someone who offers plumbing at so many pounds an hour; answers with the way to book them. */
export async function provider(request: APIRequestContext, rate: string) {
  const person = newPerson("Dev", "Provider");
  await register(request, person);
  const response = await request.post("/api/skills", {
    headers: { Authorization: `Bearer ${await token(request, person)}` },
    multipart: {
      skill_type: "Plumbing",
      experience_level: "expert",
      description: "Taps and sinks.",
      hourly_rate: rate,
    },
  });
  expect(response.ok(), await response.text()).toBe(true);
  const { data } = (await response.json()) as { data: { id: string; user_id: string } };
  return { person, path: `/book-service?user=${data.user_id}&skill=${data.id}` };
}

/** A new member with the welcome sparks, signed in on the page. */
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

/** Sends the request on the page, paid with sparks, and answers with its number. */
export async function sendWithSparks(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Book Now" }).click();
  await page.getByRole("button", { name: /^Pay .* sparks$/ }).click();
  await page.getByRole("link", { name: "See this booking" }).click();
  await expect(page).toHaveURL(/\/outward-progress\/\d+$/);
  return page.url().match(/\d+$/)?.[0] ?? "";
}
