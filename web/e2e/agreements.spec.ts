import { administrator } from "./support/admin";
import { check } from "./support/axe";
import { logIn } from "./support/people";
import { expect, test } from "./support/test";

test("a member reads what they agreed to", { tag: "@nightly" }, async ({ page, member }) => {
  await logIn(page, member, "/settings/data");
  const agreed = page.getByRole("region", { name: "What you agreed to" });
  await expect(agreed.getByText(/, when you joined$/)).toBeVisible();
  await agreed.getByRole("link", { name: "Terms of use" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Terms of use" })).toBeVisible();
});

test("an admin prepares to ask, and a member who is asked sees that first", async ({ page }) => {
  await logIn(page, administrator(), "/admin/agreements");
  await expect(page.getByText(/\d+ of \d+ members have agreed to them\./)).toBeVisible();
  await page.getByLabel("What has changed").fill("We close at nine.");
  await page.getByRole("button", { name: "Ask members to accept again" }).click();
  // Not sent, because the members of other tests would be asked too.
  const sure = page.getByRole("dialog", { name: "Ask all members now?" });
  await check(page);
  await sure.getByRole("button", { name: "Not yet" }).click();
  await check(page);

  const texts = [{ name: "terms", title: "Terms of use", version: "abc" }];
  await page.route("**/api/auth/agreements", (route) =>
    route.fulfill({
      json: {
        status: "success",
        message: "",
        data: {
          current: { edition: 2, texts, seen_at: new Date().toISOString() },
          due: {
            changes: "We close at nine.",
            asked_at: new Date().toISOString(),
            due_at: new Date(Date.now() + 86_400_000 * 3).toISOString(),
          },
          consents: [],
        },
      },
    }),
  );
  await page.evaluate(() => {
    const [head, claims = "", signature] = (localStorage.getItem("accessToken") ?? "").split(".");
    const asked = {
      ...JSON.parse(atob(claims.replace(/-/g, "+").replace(/_/g, "/"))),
      agreement_due: true,
    };
    localStorage.setItem("accessToken", [head, btoa(JSON.stringify(asked)), signature].join("."));
  });
  // The signature is no longer valid, so a screen whose requests need it would sign in anew.
  await page.goto("/agreements?next=/wallet");
  await expect(page.getByRole("heading", { name: "Please read what has changed" })).toBeVisible();
  await expect(page.getByText("We close at nine.")).toBeVisible();
  await expect(page.getByRole("button", { name: "I agree" })).toBeVisible();
  await check(page);
});
