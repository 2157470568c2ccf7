import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { totp } from "./totp";

export interface Person {
  firstname: string;
  lastname: string;
  email: string;
  password: string;
}

let made = 0;

/** Someone who does not exist yet; every call makes another. */
export function newPerson(firstname: string, lastname = "Tester"): Person {
  made += 1;
  const email = `${firstname}.${process.pid}.${Date.now()}.${made}@example.org`.toLowerCase();
  return { firstname, lastname, email, password: `${firstname} likes long walks` };
}

/**
 * What the newest mail to an address says that fits, which a demo shows instead of sending
 * it; mail takes a moment.
 */
export async function mailed(
  request: APIRequestContext,
  email: string,
  wanted: RegExp,
): Promise<string> {
  let found: string | undefined;
  const look = async () => {
    const response = await request.get("/api/demo/mail", { params: { to: email } });
    const { data } = (await response.json()) as { data: { text: string }[] };
    found = data.map(({ text }) => text.match(wanted)?.[0]).find(Boolean);
    return found;
  };
  await expect.poll(look, `${wanted} mailed to ${email}`).toBeDefined();
  return found ?? "";
}

/** The last code mailed to an address. */
export function mailedCode(request: APIRequestContext, email: string): Promise<string> {
  return mailed(request, email, /\b\d{4}\b/);
}

async function post(
  request: APIRequestContext,
  path: string,
  body: object,
  accessToken?: string,
): Promise<unknown> {
  const headers = accessToken ? { Authorization: `Bearer ${accessToken}` } : undefined;
  const response = await request.post(path, { data: body, headers });
  const answer = (await response.json()) as { data: unknown };
  expect(response.ok(), `${path}: ${JSON.stringify(answer)}`).toBe(true);
  return answer.data;
}

/** Registers a person through the API, for tests that are not about signing up. */
export async function register(
  request: APIRequestContext,
  person: Person,
  location = "Leeds",
): Promise<void> {
  const { email, password, firstname, lastname } = person;
  await post(request, "/api/auth/resend/code", { email });
  const code = await mailedCode(request, email);
  const verified = await post(request, "/api/auth/verify/email", { email, code });
  const { registrationToken } = verified as { registrationToken: string };
  await post(request, "/api/auth/register", {
    registrationToken,
    email,
    password,
    firstname,
    lastname,
    phone: "07700 900123",
    gender: "other",
    adult: true,
    terms: true,
    location,
  });
}

/** Switches two-step sign-in on through the API; answers with the secret of the authenticator app. */
export async function switchSecondFactorOn(
  request: APIRequestContext,
  { email, password }: Person,
): Promise<string> {
  const tokens = await post(request, "/api/auth/login", { email, password });
  const { accessToken } = tokens as { accessToken: string };
  const begun = await post(request, "/api/auth/second-factor/totp", { password }, accessToken);
  const { secret } = begun as { secret: string };
  const code = totp(secret, -1);
  await post(request, "/api/auth/second-factor/totp/confirm", { code }, accessToken);
  return secret;
}

/** Signs a registered person in, as they would themselves. */
export async function logIn(
  page: Page,
  { email, password }: Pick<Person, "email" | "password">,
): Promise<void> {
  await page.goto("/login");
  await enterCredentials(page, { email, password });
  await expect(page).toHaveURL(/\/explore$/);
}

/** The first step of signing in, on the login page. */
export async function enterCredentials(
  page: Page,
  { email, password }: Pick<Person, "email" | "password">,
): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Verify" }).click();
}
