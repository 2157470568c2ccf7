import type { Locator, Page } from "@playwright/test";
import { apiOf, offer } from "./support/api";
import { axe, fits } from "./support/axe";
import { fillTown } from "./support/journey";
import { mailedCode, newPerson, register } from "./support/people";
import { expect, test } from "./support/test";

test("a newcomer signs up by a code, loses nothing by a reload, and logs in", async ({
  page,
  request,
}) => {
  const person = newPerson("Ana");
  await page.goto("/signup");
  await fits(page);
  await axe(page);
  await page.getByLabel("Email").fill("not an address");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("Verification code sent successfully!")).toBeVisible();

  await expect(page).toHaveURL(/\/otp$/);
  await expect(page.getByText(person.email)).toBeVisible();
  await fits(page);
  await axe(page);
  const verify = page.getByRole("button", { name: "Verify OTP" });
  await expect(verify).toBeDisabled();
  const code = await mailedCode(request, person.email);
  await page.getByLabel("Digit 1 of 4").focus();
  await page.keyboard.type(code === "0000" ? "1111" : "0000");
  await verify.click();
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toBeVisible();
  await page.getByLabel("Digit 1 of 4").focus();
  await page.keyboard.type(code);
  await verify.click();

  await expect(page).toHaveURL(/\/personal-details$/);
  await page.reload();
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
  await fits(page);
  await axe(page);
  await page.getByLabel("First name").fill(person.firstname);
  await page.getByLabel("Last name").fill(person.lastname);
  await page.getByLabel("Phone").fill("07700 900123");
  await expect(page.getByLabel("Gender")).toHaveValue("prefer_not_to_say");
  await page.getByLabel("Gender").selectOption("Female");
  await fillTown(page, "Leeds");
  await page.reload();
  await expect(page.getByLabel("First name")).toHaveValue(person.firstname);
  await expect(page.getByLabel("Phone")).toHaveValue("07700 900123");
  await expect(page.getByLabel("Gender")).toHaveValue("female");
  await expect(page.getByLabel("Your town or city")).toHaveValue(/^Leeds/);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password").fill("something else");
  await expect(page.getByText("Passwords do not match.")).toBeVisible();
  const create = page.getByRole("button", { name: "Create account" });
  await expect(create).toBeDisabled();
  await page.getByLabel("Confirm password").fill(person.password);
  await create.click();
  await expect(page.getByText("You need to be 18 or over")).toBeVisible();
  await page.getByLabel("I am 18 or over").check();
  await page.getByLabel("I accept the terms of this community").check();
  await create.click();

  await expect(page).toHaveURL(/\/success$/);
  await axe(page);
  await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Go to Explore" }).click();
  await expect(page).toHaveURL(/\/explore$/);
  await page.reload();
  await expect(page).toHaveURL(/\/explore$/);
});

/** What somebody has pressed on a page: fields that are typed into are reached by the keyboard. */
function tapping(page: Page) {
  let taps = 0;
  return {
    tap: async (target: Locator) => {
      taps += 1;
      await target.click();
    },
    button: (name: string | RegExp) => page.getByRole("button", { name }),
    link: (name: string | RegExp) => page.getByRole("link", { name }),
    count: () => taps,
  };
}

test("from the front page to the first request it takes fourteen taps", async ({
  page,
  request,
}) => {
  const [ana, dev] = [newPerson("Ana"), newPerson("Dev", "Nearest")];
  await register(request, dev, "Lerwick");
  await offer(await apiOf(request, dev), "4");
  const { tap, button, link, count } = tapping(page);
  await page.goto("/");
  await tap(link("Sign Up for Free").first());
  await page.getByLabel("Email").fill(ana.email);
  await tap(button("Verify"));
  await expect(page).toHaveURL(/\/otp$/);
  await page.getByLabel("Digit 1 of 4").focus();
  await page.keyboard.type(await mailedCode(request, ana.email));
  await tap(button("Verify OTP"));
  await page.getByLabel("First name").fill(ana.firstname);
  await page.getByLabel("Last name").fill(ana.lastname);
  await page.getByLabel("Phone").fill("07700 900123");
  await page.getByRole("combobox", { name: "Your town or city" }).fill("Lerwic");
  await tap(page.getByRole("option", { name: /^Lerwick/ }).first());
  await page.getByLabel("Password", { exact: true }).fill(ana.password);
  await page.getByLabel("Confirm password").fill(ana.password);
  await tap(page.getByLabel("I am 18 or over"));
  await tap(page.getByLabel("I accept the terms of this community"));
  await tap(button("Create account"));
  await tap(page.getByRole("main").getByRole("link", { name: "Go to Explore" }));
  await tap(page.getByRole("article").filter({ hasText: "Dev Nearest" }).getByText("Book Dev"));
  await page.getByRole("textbox", { name: "What do you need?" }).fill("A tap that drips.");
  await page.getByRole("combobox", { name: "House and street" }).fill("14 Commercial Street");
  await page.getByRole("textbox", { name: "Postcode" }).fill("ZE1 0LX");
  await tap(page.locator("input[name=free-day]:enabled").last());
  await tap(page.getByRole("group", { name: "Time" }).getByRole("radio").first());
  await tap(button("Book Now"));
  await tap(button(/^Pay .* sparks$/));
  await expect(page.getByRole("dialog", { name: "SparkToken payment successful!" })).toBeVisible();
  expect(count()).toBeLessThanOrEqual(14);
});

test("in a demo, the code's screen leads to the mail that was sent", async ({ page, context }) => {
  const person = newPerson("Bo");
  await page.goto("/signup");
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL(/\/otp$/);
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "see the email we just sent" }).click();
  const mail = await opened;
  await expect(mail.getByText(/\b\d{4}\b/).first()).toBeVisible();
  await axe(mail);
});

test("another code can be asked for after ten seconds", async ({ page }) => {
  await page.clock.install();
  await page.goto("/signup");
  await page.getByLabel("Email").fill(newPerson("Cy").email);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("Verification code sent successfully!")).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(page.getByText("Send it again in 10 s")).toBeVisible();
  for (let second = 0; second < 10; second += 1) await page.clock.runFor(1_000);
  await page.getByRole("button", { name: "Send it again" }).click();
  await expect(page.getByText("Verification code sent successfully!")).toBeVisible();
});

test("screens in the middle of a sign-up need its beginning", async ({ page }) => {
  await page.goto("/otp");
  await expect(page).toHaveURL("/");
  await page.goto("/personal-details");
  await expect(page).toHaveURL(/\/signup$/);
});

test("an incomplete set-up link says what to do", async ({ page }) => {
  await page.goto("/setup");
  await expect(page.getByRole("alert")).toContainText("This link is not complete.");
  await axe(page);
  await page.goto("/setup#made-up-secret");
  await page.reload();
  await expect(page.getByRole("button", { name: "Create admin account" })).toBeVisible();
  await axe(page);
});

/** Another kind of community than the demo is. */
async function withSite(page: Page, change: object): Promise<void> {
  await page.route("**/api/site", async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...body, data: { ...body.data, ...change } } });
  });
}

test("where one joins by invitation, the link or the code is asked for", async ({ page }) => {
  await withSite(page, { registration: "invite" });
  await page.goto("/signup");
  await page.getByLabel("Email").fill(newPerson("Di").email);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByLabel("Invitation")).toBeFocused();
  await expect(
    page.getByText("You need an invitation to join. Ask a member for their link."),
  ).toBeVisible();
  await fits(page);
  await axe(page);
  await page.goto("/signup?ref=abc-123");
  await expect(page.getByLabel("Invitation")).toHaveValue("abc-123");
});

test("where staff let people in, the last page says what happens next", async ({ page }) => {
  await page.goto("/success?approval=waiting");
  await expect(page.getByText("We will write to you as soon as they have.")).toBeVisible();
  await fits(page);
  await axe(page);
});
