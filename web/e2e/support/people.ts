import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { totp } from "./totp";

export interface Person {
  firstname: string;
  lastname: string;
  email: string;
  password: string;
}

let made = 0;

/** Returns a new, unregistered person; every call returns another. */
export function newPerson(firstname: string, lastname = "Tester"): Person {
  made += 1;
  const email = `${firstname}.${process.pid}.${Date.now()}.${made}@example.org`.toLowerCase();
  return { firstname, lastname, email, password: `${firstname} likes long walks` };
}

/**
 * Returns the match of `wanted` in the newest mail that has one; waits, since mail takes a moment.
 * A demo shows its mails instead of sending them.
 */
export async function mailed(
  request: APIRequestContext,
  email: string,
  pattern: RegExp,
  part: "subject" | "text" = "text",
): Promise<string> {
  let found: string | undefined;
  const look = async () => {
    const response = await request.get("/api/demo/mail", { params: { to: email } });
    const { data } = (await response.json()) as { data: Record<typeof part, string>[] };
    found = data.map((mail) => mail[part].match(pattern)?.[0]).find(Boolean);
    return found;
  };
  await expect.poll(look, `${pattern} mailed to ${email}`).toBeDefined();
  return found ?? "";
}

/** Returns the last mailed code, from its subject: in texts, a port or a year can look like one. */
export function mailedCode(request: APIRequestContext, email: string): Promise<string> {
  return mailed(request, email, /^\d{4}(?= is your )/, "subject");
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
  mailed = mailedCode,
): Promise<void> {
  const { email, password, firstname, lastname } = person;
  await post(request, "/api/auth/resend/code", { email });
  const code = await mailed(request, email);
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

/** Switches two-step sign-in on through the API; returns the authenticator's secret. */
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

/**
 * Signs a registered person in through the API, and opens a screen. The login forms themselves are
 * tested in `sign-up.spec.ts` and `login.spec.ts`.
 */
export async function logIn(
  page: Page,
  { email, password }: Pick<Person, "email" | "password">,
  path = "/explore",
): Promise<void> {
  const response = await page.request.post("/api/auth/login", { data: { email, password } });
  expect(response.ok(), await response.text()).toBe(true);
  const { data } = (await response.json()) as { data: Record<string, string> };
  const { accessToken = "", refreshToken = "" } = data;
  const claims = Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString();
  const session = { accessToken, refreshToken, decodedToken: claims };
  const localStorage = Object.entries(session).map(([name, value]) => ({ name, value }));
  const { origin } = new URL(response.url());
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] });
  await page.goto(path);
}

/** Completes the first step on the login page. */
export async function enterCredentials(
  page: Page,
  { email, password }: Pick<Person, "email" | "password">,
): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Verify" }).click();
}
