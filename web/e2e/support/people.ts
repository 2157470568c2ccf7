import { type APIRequestContext, expect, type Page } from "@playwright/test";

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

/** The last code mailed to an address, which a demo shows instead of sending it; mail takes a moment. */
export async function mailedCode(request: APIRequestContext, email: string): Promise<string> {
  let code: string | undefined;
  const look = async () => {
    const response = await request.get("/api/demo/mail", { params: { to: email } });
    const { data } = (await response.json()) as { data: { text: string }[] };
    code = data[0]?.text.match(/\b\d{4}\b/)?.[0];
    return code;
  };
  await expect.poll(look, `a code mailed to ${email}`).toBeDefined();
  return code ?? "";
}

async function post(request: APIRequestContext, path: string, body: object): Promise<unknown> {
  const response = await request.post(path, { data: body });
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

/** Signs a registered person in, as they would themselves. */
export async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL(/\/explore$/);
}
