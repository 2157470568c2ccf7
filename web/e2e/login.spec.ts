import { check } from "./support/axe";
import { logIn } from "./support/people";
import { PAGE_WITHOUT_CLIENT, shiftTokenExpiry, storedSession } from "./support/session";
import { expect, test } from "./support/test";

const REFRESH_PATH = "/api/auth/get/refreshtokenweb";
const NO_SESSION = { accessToken: null, refreshToken: null, decodedToken: null };

test("a stored session goes straight on, renewed first when it is about to end", async ({
  page,
  member,
}) => {
  await logIn(page, member);
  await page.goto("/login");
  await expect(page).toHaveURL(/\/explore$/);
  await page.goto(PAGE_WITHOUT_CLIENT);
  const aged = await shiftTokenExpiry(page, 200);
  const renewal = page.waitForResponse((response) => response.url().endsWith(REFRESH_PATH));
  await page.goto("/login");
  expect((await renewal).status()).toBe(200);
  await expect(page).toHaveURL(/\/explore$/);
  expect((await storedSession(page)).accessToken).not.toBe(aged);
});

test("a session that cannot be renewed ends on the login page, which says why", async ({
  page,
  member,
}) => {
  await logIn(page, member);
  await page.goto(PAGE_WITHOUT_CLIENT);
  const aged = await shiftTokenExpiry(page, 200);
  await page.evaluate(() => localStorage.setItem("refreshToken", "made up"));
  await page.goto("/login");
  await expect(
    page.getByRole("alert").filter({ hasText: "Failed to refresh token" }),
  ).toBeVisible();
  expect(await storedSession(page)).toEqual(NO_SESSION);
  await check(page);

  await page.goto(PAGE_WITHOUT_CLIENT);
  await page.evaluate((token) => localStorage.setItem("accessToken", token), aged);
  await page.goto("/login");
  await expect(page.getByText("No refresh token available")).toBeVisible();
  expect(await storedSession(page)).toEqual(NO_SESSION);
});

test("two tabs renew the session ahead of its end, once between them", async ({
  page,
  context,
  member,
}) => {
  await logIn(page, member);
  let renewals = 0;
  context.on("request", (request) => {
    if (request.url().endsWith(REFRESH_PATH)) renewals += 1;
  });
  const other = await context.newPage();
  await page.goto(PAGE_WITHOUT_CLIENT);
  const aged = await shiftTokenExpiry(page, 303);
  await Promise.all([page.goto("/"), other.goto("/")]);
  await expect
    .poll(async () => (await storedSession(page)).accessToken, "a new token")
    .not.toBe(aged);
  // Both go on with the new one.
  for (const tab of [page, other]) {
    await tab.goto("/user");
    await expect(tab.getByRole("link", { name: "Your profile", exact: true })).toBeVisible();
  }
  expect(renewals).toBe(1);
});

test("logging out reaches the server even when the access token has expired", async ({
  page,
  request,
  member,
}) => {
  await logIn(page, member);
  await page.goto("/user");
  await expect(page.getByRole("link", { name: "Your profile", exact: true })).toBeVisible();
  await shiftTokenExpiry(page, -60);
  await page.getByRole("button", { name: "Logout" }).filter({ visible: true }).click();
  const answer = page.waitForResponse((response) => response.url().endsWith("/api/auth/logout"));
  const dialog = page.getByRole("dialog", { name: "Confirm Logout" });
  await dialog.getByRole("button", { name: "Logout" }).click();
  const loggedOut = await answer;
  expect(loggedOut.status()).toBe(200);
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  const authorization = (await loggedOut.request().headerValue("authorization")) ?? "";
  const refused = await request.get("/api/auth/sessions", { headers: { authorization } });
  expect(refused.status()).toBe(401);
});

for (const path of ["/login", "/explore", "/oauth-callback"]) {
  test(`codes in the address of ${path} leave it at once, and wrong ones are explained`, async ({
    page,
  }) => {
    await page.goto(`${path}?accessToken=made-up&refreshToken=made-up-too`);
    await expect(page).toHaveURL(/\/oauth-callback$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("You're not signed in");
    if (path === "/oauth-callback") await check(page);
    await page.getByRole("link", { name: "Log in with a password" }).click();
    await expect(page).toHaveURL(/\/login$/);
  });
}

test("a callback without codes leads to the login", async ({ page }) => {
  await page.goto("/oauth-callback");
  await expect(page).toHaveURL(/\/login$/);
});
