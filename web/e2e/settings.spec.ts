import { axe, check } from "./support/axe";
import { enterCredentials, logIn, newPerson, register } from "./support/people";
import { expect, test } from "./support/test";

test("each of the three tabs opens its screen", async ({ page, member }) => {
  await logIn(page, member, "/settings");
  const name = await page.getByRole("tab").first().textContent();
  await expect(page).toHaveTitle(new RegExp(`${name}$`));
  const main = page.getByRole("main");
  for (const path of ["skills", "availability", "profile", "kyc", "invite"]) {
    await expect(main.locator(`a[href="/settings/${path}"]`)).toBeVisible();
  }
  await check(page);
  await page.getByRole("tab", { name: "General" }).click();
  for (const path of ["security", "notify", "devices"]) {
    await expect(main.locator(`a[href="/settings/${path}"]`)).toBeVisible();
  }
  await check(page);
  await page.getByRole("tab", { name: "Legal & Support" }).click();
  await expect(page).toHaveURL(/tab=legal/);
  await check(page);
  for (const [link, heading] of [
    ["Terms of Service", /Terms/],
    ["Privacy Policy", /Privacy/],
    ["Help Center", /Help/],
    ["FAQs", /questions/],
  ] as const) {
    await page.goto("/settings?tab=legal");
    await main.getByRole("link", { name: new RegExp(`^${link}`) }).click();
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await main.getByRole("link", { name: "Back" }).click();
    await expect(page).toHaveURL(/\/settings\?tab=legal$/);
  }
});

test("notification switches save at once, and revert on failure", async ({ page, request }) => {
  const person = newPerson("Nia");
  await register(request, person);
  await logIn(page, person, "/settings/notify");
  const toggle = (name: string) => page.getByRole("switch", { name, exact: true });
  await expect(toggle("Booking messages")).not.toBeChecked();
  for (const name of [
    "Order updates",
    "Order messages",
    "Promotions",
    "Account notifications",
    "Marketing notifications",
  ]) {
    await expect(toggle(name)).toBeChecked();
  }
  await check(page);
  const saved = page.waitForResponse((response) => response.request().method() === "PUT");
  await toggle("Promotions").click();
  await expect(toggle("Promotions")).not.toBeChecked();
  await saved;
  await page.reload();
  await expect(toggle("Promotions")).not.toBeChecked();
  await expect(toggle("Order updates")).toBeChecked();

  await page.route("**/api/settings/notifications", (route) =>
    route.request().method() === "PUT" ? route.abort("connectionfailed") : route.fallback(),
  );
  await toggle("Booking messages").click();
  await expect(page.getByText("We can't reach the server.")).toBeVisible();
  await expect(toggle("Booking messages")).not.toBeChecked();
});

test("the digest and quiet hours survive a reload", { tag: "@nightly" }, async ({
  page,
  request,
}) => {
  const person = newPerson("Quin");
  await register(request, person);
  await logIn(page, person, "/settings/notify");
  const saved = () => page.waitForResponse((response) => response.request().method() === "PUT");
  await expect(page.getByRole("radio", { name: /^Never/ })).toBeChecked();
  const summary = saved();
  await page.getByRole("radio", { name: /^Every week/ }).click();
  await summary;
  await expect(page.getByRole("radio", { name: /^Every week/ })).toBeChecked();
  const night = saved();
  await page.getByRole("switch", { name: "Quiet hours" }).click();
  await night;
  const later = saved();
  await page.getByLabel("Until").fill("08:30");
  await page.getByLabel("Until").blur();
  await later;
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await check(page);
  await page.reload();
  await expect(page.getByRole("radio", { name: /^Every week/ })).toBeChecked();
  await expect(page.getByLabel("From")).toHaveValue("22:00");
  await expect(page.getByLabel("Until")).toHaveValue("08:30");
});

test("the edit form explains each error", { tag: "@nightly" }, async ({ page, request }) => {
  const person = newPerson("Edi");
  await register(request, person);
  await logIn(page, person, "/settings/profile");
  const photo = page.locator("input[type=file]").first();
  await photo.setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
  await expect(page.getByText("Please select an image file")).toBeVisible();
  const large = Buffer.alloc(5 * 1024 * 1024 + 1);
  await photo.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: large });
  await expect(page.getByText("Image size should be less than 5MB")).toBeVisible();
  await check(page);

  await expect(page.getByLabel("Email")).toHaveAttribute("type", "email");
  await expect(page.getByLabel("Website")).toHaveAttribute("type", "url");
  const town = page.getByRole("combobox", { name: "Town or city" });
  const nearest = page.getByRole("combobox", { name: "Nearest town" });
  await town.fill("Atlantis");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(nearest).toBeFocused();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Could not find coordinates for this address").first()).toBeVisible();
  await axe(page);
  await nearest.fill("lee");
  await page.getByRole("option", { name: /^Leeds/ }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Profile updated")).toBeVisible();
  await page.reload();
  await expect(town).toHaveValue("Atlantis");
  await expect(nearest).toBeHidden();

  await town.fill("York");
  await town.press("Escape");
  await page.getByLabel("Gender").selectOption("Female");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Profile updated")).toBeVisible();
  await page.reload();
  await expect(town).toHaveValue("York");
  await expect(page.getByLabel("Gender")).toHaveValue("female");
  // The empty password field left the password unchanged.
  await page.evaluate(() => localStorage.clear());
  await logIn(page, person);
});

test("a profile that fails to load offers a retry", { tag: "@nightly" }, async ({
  page,
  member,
}) => {
  await logIn(page, member);
  await page.route("**/api/users/profile/*", (route) =>
    route.fulfill({ status: 500, json: { status: "error", code: "internal", message: "Oh." } }),
  );
  await page.goto("/settings/profile");
  await expect(page.getByText("Failed to load profile data")).toBeVisible({ timeout: 20_000 });
  await page.unroute("**/api/users/profile/*");
  await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
  await expect(page.getByLabel("First name")).toHaveValue(member.firstname);
});

test("the page of retention lists what the server deletes", async ({ page, member }) => {
  await logIn(page, member, "/settings?tab=legal");
  const main = page.getByRole("main");
  await main.getByRole("link", { name: /^Your data/ }).click();
  const title = { level: 1, name: "Your data" };
  await expect(page.getByRole("heading", title)).toBeVisible();
  const reports = main.getByText("Reports to the hosts");
  await expect(reports.locator("xpath=following-sibling::dd")).toHaveText(
    "1 year after they were decided",
  );
  await check(page);
  await main.getByRole("link", { name: "Privacy Policy" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /Privacy/ })).toBeVisible();
});

test("own data is asked for with the password and downloaded", async ({ page, member }) => {
  await logIn(page, member, "/settings/data");
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Ask for my data" }).click();
  await check(page);
  await main.getByLabel("Your password").fill("not my password");
  await main.getByRole("button", { name: "Make my archive" }).click();
  await expect(main.getByLabel("Your password")).toHaveAccessibleDescription(
    /This is not your present password/,
  );
  await expect(main.getByLabel("Your password")).toBeFocused();
  await main.getByLabel("Your password").fill(member.password);
  await main.getByRole("button", { name: "Make my archive" }).click();
  const get = main.getByRole("button", { name: "Download my data" });
  await expect(get).toBeVisible({ timeout: 60_000 });
  await check(page);
  await get.click();
  await main.getByLabel("Your password").fill(member.password);
  const download = page.waitForEvent("download");
  await main.getByRole("button", { name: "Download", exact: true }).click();
  expect((await download).suggestedFilename()).toBe("my-data.zip");
});

test("a member deletes the account and is gone", async ({ page, request }) => {
  const person = newPerson("Una");
  await register(request, person);
  await logIn(page, person, "/settings/data");
  const main = page.getByRole("main");
  await main.getByRole("link", { name: "Delete my account" }).click();
  await expect(main.getByRole("heading", { name: "What stays" })).toBeVisible();
  await check(page);
  await main.getByLabel("Your password").fill(person.password);
  const leave = main.getByRole("button", { name: "Delete my account for ever" });
  await leave.click();
  await expect(main.getByText("Type DELETE to go on")).toBeVisible();
  await main.getByLabel("Type DELETE").fill("DELETE");
  await leave.click();
  await expect(page.getByRole("heading", { name: "Goodbye, and thank you" })).toBeVisible();
  await check(page);
  await page.goto("/login");
  await enterCredentials(page, person);
  await expect(page.getByRole("alert").first()).toBeVisible();
});
