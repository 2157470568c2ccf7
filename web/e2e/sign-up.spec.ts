import type { Locator, Page } from "@playwright/test";
import { apiOf, offer } from "./support/api";
import { axe, fits } from "./support/axe";
import { fillTown } from "./support/journey";
import { mailedCode, newPerson, register } from "./support/people";
import { expect, test } from "./support/test";

test("a newcomer signs up by code across a reload, and logs in", async ({ page, request }) => {
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
  await page.getByRole("link", { name: "Wrong address?" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL(/\/otp$/);
  await expect(page.getByText(person.email)).toBeVisible();
  await fits(page);
  await axe(page);
  const verify = page.getByRole("button", { name: "Verify OTP" });
  await expect(verify).toBeDisabled();
  const code = await mailedCode(request, person.email);
  await expect(page.getByLabel("Digit 1 of 4")).toBeFocused();
  // The fourth digit submits the code.
  await page.keyboard.type(code === "0000" ? "1111" : "0000");
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toBeVisible();
  await expect(page.getByLabel("Digit 1 of 4")).toBeFocused();
  await page.keyboard.type(code);

  await expect(page).toHaveURL(/\/personal-details$/);
  await page.reload();
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
  await fits(page);
  await axe(page);
  await page.getByLabel("First name").fill(person.firstname);
  await page.getByLabel("Last name").fill(person.lastname);
  await page.getByLabel("Phone").fill("07700 900123");
  await expect(page.getByLabel("Prefer not to say")).toBeChecked();
  await page.getByLabel("Female").check();
  await fillTown(page, "Leeds");
  await page.reload();
  await expect(page.getByLabel("First name")).toHaveValue(person.firstname);
  await expect(page.getByLabel("Phone")).toHaveValue("07700 900123");
  await expect(page.getByLabel("Female")).toBeChecked();
  await expect(page.getByLabel("Your town or city")).toHaveValue(/^Leeds/);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password").fill("something else");
  await expect(page.getByText("Passwords do not match.")).toBeVisible();
  const create = page.getByRole("button", { name: "Create account" });
  await expect(create).toBeDisabled();
  await page.getByLabel("Confirm password").fill(person.password);
  await create.click();
  await expect(page.getByText("Please confirm that you are 18 or over")).toBeVisible();
  const agreed = page.getByLabel("I am 18 or over and accept the terms");
  await expect(agreed).toBeFocused();
  await agreed.check();
  await create.click();

  await expect(page).toHaveURL(/\/success$/);
  await axe(page);
  await expect(page.getByText("You have 10 sparks.")).toBeVisible();
  await expect(page.getByRole("link", { name: "I can lend one" })).toBeVisible();
  await page.getByRole("link", { name: "I need a hand" }).click();
  await expect(page).toHaveURL(/\/explore$/);
  await page.reload();
  await expect(page).toHaveURL(/\/explore$/);
});

/** Counts the taps needed on a phone: every press, and every field. */
function tapping(page: Page) {
  let taps = 0;
  return {
    tap: async (target: Locator) => {
      taps += 1;
      await target.click();
    },
    /** Types into a field; a field that is already focused needs no tap. */
    type: async (field: Locator, text: string, focused = false) => {
      if (focused) await expect(field).toBeFocused();
      else {
        taps += 1;
        await field.click();
      }
      await page.keyboard.type(text);
    },
    button: (name: string | RegExp) => page.getByRole("button", { name }),
    link: (name: string | RegExp) => page.getByRole("link", { name }),
    count: () => taps,
  };
}

test("the first request takes sixteen taps from the front page", async ({ page, request }) => {
  const [ana, dev] = [newPerson("Ana"), newPerson("Dev", "Nearest")];
  await register(request, dev, "Lerwick");
  await offer(await apiOf(request, dev), "4");
  const { tap, type, button, link, count } = tapping(page);
  await page.goto("/");
  await tap(link("Sign Up for Free").first());
  await type(page.getByLabel("Email"), ana.email, true);
  // The keyboard's Go key.
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/otp$/);
  await type(page.getByLabel("Digit 1 of 4"), await mailedCode(request, ana.email), true);
  await type(page.getByLabel("First name"), ana.firstname, true);
  await type(page.getByLabel("Last name"), ana.lastname);
  await type(page.getByLabel("Phone"), "07700 900123");
  await type(page.getByRole("combobox", { name: "Your town or city" }), "Lerwick");
  await type(page.getByLabel("Password", { exact: true }), ana.password);
  await type(page.getByLabel("Confirm password"), ana.password);
  await tap(page.getByLabel("I am 18 or over and accept the terms"));
  await tap(button("Create account"));
  await expect(page.getByText("You have 10 sparks.")).toBeVisible();
  await tap(link("I need a hand"));
  await tap(page.getByRole("article").filter({ hasText: "Dev Nearest" }).getByText("Book Dev"));
  await type(page.getByRole("textbox", { name: "What do you need?" }), "A tap that drips.");
  await type(page.getByRole("combobox", { name: "House and street" }), "14 Commercial Street");
  await type(page.getByRole("textbox", { name: "Postcode" }), "ZE1 0LX");
  await tap(page.getByRole("group", { name: "Time" }).getByRole("radio").first());
  await tap(button("Book Now"));
  await tap(button(/^Pay .* sparks$/));
  await expect(page.getByRole("dialog", { name: "SparkToken payment successful!" })).toBeVisible();
  expect(count()).toBe(16);
});

test("an unknown village is kept, and a postcode finds its town", async ({ page, request }) => {
  const person = newPerson("Wim");
  await page.goto("/signup");
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL(/\/otp$/);
  await page.keyboard.type(await mailedCode(request, person.email));
  const town = page.getByRole("combobox", { name: "Your town or city" });
  await town.fill("BA2 4RF");
  await expect(page.getByRole("option", { name: "Bath, Somerset" })).toBeVisible();
  await town.fill("Wellow");
  await town.press("Tab");
  await expect(
    page.getByText("We can't find Wellow on the map. Choose the nearest town."),
  ).toBeVisible();
  await fits(page);
  await axe(page);
  const nearest = page.getByRole("combobox", { name: "Nearest town" });
  await nearest.fill("bat");
  await page.getByRole("option", { name: "Bath, Somerset" }).click();
  await page.getByLabel("First name").fill(person.firstname);
  await page.getByLabel("Last name").fill(person.lastname);
  await page.getByLabel("Phone").fill("07700 900123");
  await page.getByRole("button", { name: "Show password" }).first().click();
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("I am 18 or over and accept the terms").check();
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("link", { name: "I need a hand" }).click();
  await expect(page.getByRole("link", { name: /Your location: Wellow/ })).toBeVisible();
});

test("the demo's code screen links to the mail", async ({ page, context }) => {
  const person = newPerson("Bo");
  await page.goto("/signup");
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL(/\/otp$/);
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "see the email we just sent" }).click();
  const mail = await opened;
  await expect(mail.getByRole("heading", { name: /^\d{4} is your / })).toBeVisible();
  await axe(mail);
  await mail.setViewportSize({ width: 320, height: 640 });
  await fits(mail);
});

test("another code can be asked for after ten seconds", { tag: "@nightly" }, async ({ page }) => {
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

test("later sign-up screens require the first", { tag: "@nightly" }, async ({ page }) => {
  await page.goto("/otp");
  await expect(page).toHaveURL("/");
  await page.goto("/personal-details");
  await expect(page).toHaveURL(/\/signup$/);
});

test("an incomplete set-up link explains what to do", { tag: "@nightly" }, async ({ page }) => {
  await page.goto("/setup");
  await expect(page.getByRole("alert")).toContainText("This link is not complete.");
  await axe(page);
  await page.goto("/setup#made-up-secret");
  await page.reload();
  await expect(page.getByRole("button", { name: "Create admin account" })).toBeVisible();
  await axe(page);
});

/** Changes the site's settings, to show another kind of community than the demo. */
async function withSite(page: Page, change: object): Promise<void> {
  await page.route("**/api/site", async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...body, data: { ...body.data, ...change } } });
  });
}

test("an invite-only site asks for a link or code", async ({ page }) => {
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

test("a site with approval explains it on the last page", async ({ page }) => {
  await page.goto("/success?approval=waiting");
  await expect(page.getByText("We will email you when they have.")).toBeVisible();
  await fits(page);
  await axe(page);
});
