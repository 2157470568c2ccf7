import { axe, check } from "./support/axe";
import { logIn, newPerson, register } from "./support/people";
import { expect, test } from "./support/test";

test("the three tabs lead to real screens", async ({ page, member }) => {
  await logIn(page, member);
  await page.goto("/settings");
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

test("notification switches are saved at once, and go back when they could not be", async ({
  page,
  request,
}) => {
  const person = newPerson("Nia");
  await register(request, person);
  await logIn(page, person);
  await page.goto("/settings/notify");
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

test("a summary and quiet hours are chosen, and still there after a reload", async ({
  page,
  request,
}) => {
  const person = newPerson("Quin");
  await register(request, person);
  await logIn(page, person);
  await page.goto("/settings/notify");
  const saved = () => page.waitForResponse((response) => response.request().method() === "PUT");
  await expect(page.getByRole("radio", { name: /^Never/ })).toBeChecked();
  const summary = saved();
  await page.getByRole("radio", { name: /^Every week/ }).check();
  await summary;
  const night = saved();
  await page.getByRole("switch", { name: "Quiet hours" }).click();
  await night;
  const later = saved();
  await page.getByLabel("Until").fill("08:30");
  await page.getByLabel("Until").blur();
  await later;
  await expect(page.getByText("Saved")).toBeVisible();
  await check(page);
  await page.reload();
  await expect(page.getByRole("radio", { name: /^Every week/ })).toBeChecked();
  await expect(page.getByLabel("From")).toHaveValue("22:00");
  await expect(page.getByLabel("Until")).toHaveValue("08:30");
});

test("the edit form says what is wrong in the right words", async ({ page, request }) => {
  const person = newPerson("Edi");
  await register(request, person);
  await logIn(page, person);
  await page.goto("/settings/profile");
  const photo = page.locator("input[type=file]").first();
  await photo.setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
  await expect(page.getByText("Please select an image file")).toBeVisible();
  const large = Buffer.alloc(5 * 1024 * 1024 + 1);
  await photo.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: large });
  await expect(page.getByText("Image size should be less than 5MB")).toBeVisible();
  await check(page);

  await expect(page.getByLabel("Email")).toHaveAttribute("type", "email");
  await expect(page.getByLabel("Website")).toHaveAttribute("type", "url");
  await page.getByRole("combobox", { name: "Town or city" }).fill("Atlantis");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Could not find coordinates for this address")).toBeVisible();
  await axe(page);
  await page.getByRole("combobox", { name: "Town or city" }).fill("York");
  await page.getByRole("combobox", { name: "Town or city" }).press("Escape");
  await page.getByLabel("Gender").selectOption("Female");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Profile updated")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Town or city" })).toHaveValue("York");
  await expect(page.getByLabel("Gender")).toHaveValue("female");
  // An empty password changed nothing.
  await page.evaluate(() => localStorage.clear());
  await logIn(page, person);
});

test("a profile that cannot be loaded says so, and can be tried again", async ({
  page,
  member,
}) => {
  await logIn(page, member);
  await page.route("**/api/users/profile/*", (route) => route.abort("connectionfailed"));
  await page.goto("/settings/profile");
  await expect(page.getByText("Failed to load profile data")).toBeVisible({ timeout: 20_000 });
  await page.unroute("**/api/users/profile/*");
  await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
  await expect(page.getByLabel("First name")).toHaveValue(member.firstname);
});
