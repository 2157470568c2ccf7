import { axe, check } from "./support/axe";
import { enterCredentials, logIn } from "./support/people";
import { PAGE_WITHOUT_CLIENT, shiftTokenExpiry, storedSession } from "./support/session";
import { expect, test, variation } from "./support/test";

const REFRESH_PATH = "/api/auth/get/refreshtokenweb";
const NO_SESSION = { accessToken: null, refreshToken: null, decodedToken: null };

test("a stored session is used, and renewed first if near expiry", async ({ page, member }) => {
  await logIn(page, member, "/login");
  await expect(page).toHaveURL(/\/explore$/);
  await page.goto(PAGE_WITHOUT_CLIENT);
  const aged = await shiftTokenExpiry(page, 200);
  const renewal = page.waitForResponse((response) => response.url().endsWith(REFRESH_PATH));
  await page.goto("/login");
  expect((await renewal).status()).toBe(200);
  await expect(page).toHaveURL(/\/explore$/);
  expect((await storedSession(page)).accessToken).not.toBe(aged);
});

test("a session that cannot be renewed leads to the login page with the reason", async ({
  page,
  member,
}) => {
  await logIn(page, member, PAGE_WITHOUT_CLIENT);
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

test("two tabs renew the session ahead of expiry only once", async ({ page, context, member }) => {
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
  // Both tabs use the renewed session.
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
  await logIn(page, member, "/user");
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
  test(
    `codes in the URL of ${path} are removed at once, and wrong ones explained`,
    variation(path, "/login"),
    async ({ page }) => {
      await page.goto(`${path}?accessToken=made-up&refreshToken=made-up-too`);
      await expect(page).toHaveURL(/\/oauth-callback$/);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("You're not signed in");
      if (path === "/oauth-callback") await check(page);
      await page.getByRole("link", { name: "Sign in with a password" }).click();
      await expect(page).toHaveURL(/\/login$/);
    },
  );
}

test("a callback without codes leads to the login", { tag: "@nightly" }, async ({ page }) => {
  await page.goto("/oauth-callback");
  await expect(page).toHaveURL(/\/login$/);
});

test("wrong credentials are refused with a message of our own", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByRole("heading", { level: 1, name: "Welcome back!" })).toBeVisible();
  await axe(page);
  await page.getByLabel("Email").fill("nobody@example.org");
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByRole("alert")).toHaveText("Invalid credentials. Please try again.");
});

test("a guarded screen asks for a login and opens afterwards", async ({ page, member }) => {
  await page.goto("/bookings?tab=outward");
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel("Email").fill(member.email);
  await page.getByLabel("Password", { exact: true }).fill(member.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/bookings\?tab=outward$/);
});

test("an ended session returns to the same screen, and leaves no draft in the tab", async ({
  page,
  member,
}) => {
  await logIn(page, member, "/user?edit=about");
  const bio = page.getByRole("textbox", { name: "Bio" });
  const saved = await bio.inputValue();
  await bio.fill("I mend bicycles in the evening.");
  // The server no longer knows this device.
  await page.evaluate(() => {
    for (const key of ["accessToken", "refreshToken", "decodedToken"]) localStorage.removeItem(key);
    window.dispatchEvent(new StorageEvent("storage", { key: "accessToken" }));
  });
  await expect(page).toHaveURL(/\/login\?next=/);
  await expect(page.getByText("Sign in to continue where you left off.")).toBeVisible();
  await enterCredentials(page, member);
  await expect(page).toHaveURL(/\/user\?edit=about$/);
  await expect(bio).toHaveValue(saved);
});

test("signing out in one tab signs out the others", async ({ page, context, member }) => {
  await logIn(page, member);
  const other = await context.newPage();
  await other.goto("/user");
  await expect(other.getByRole("link", { name: "Your profile" })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await expect(other).toHaveURL(/\/login$/);
});
