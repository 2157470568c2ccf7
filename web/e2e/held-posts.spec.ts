import { administrator } from "./support/admin";
import { apiOf } from "./support/api";
import { check } from "./support/axe";
import { logIn, newPerson, register } from "./support/people";
import { startSiteFromBackup } from "./support/site-from-backup";
import { expect, test } from "./support/test";

const PHONE = { width: 360, height: 740 };

test("a first need waits for a moderator, and is shown to all", async ({ browser, playwright }) => {
  test.setTimeout(300_000);
  const site = await startSiteFromBackup({ SPARKYARD_MODERATION__HOLD_FIRST_POSTS: "2" });
  const open = async () => (await browser.newContext({ baseURL: site.url })).newPage();
  try {
    const request = await playwright.request.newContext({ baseURL: site.url });
    const maya = newPerson("Maya", `Held${Date.now()}`);
    await register(request, maya);
    const title = `A ladder ${Date.now()}`;

    const page = await open();
    await page.setViewportSize(PHONE);
    await logIn(page, maya, "/needs/new");
    await page.getByLabel("What do you need?").fill(title);
    await page.getByRole("button", { name: "Post it" }).click();
    await expect(page.getByText(/Only you and the moderators see this/)).toBeVisible();
    await check(page);
    const need = new URL(page.url()).pathname;

    const admin = await apiOf(request, administrator());
    const response = await request.get(`/api${need}`);
    expect(response.status()).toBe(401);
    const board = await admin.get<{ title: string }[]>("/api/needs");
    expect(board.map((one) => one.title)).not.toContain(title);

    const staff = await open();
    await logIn(staff, administrator(), "/admin");
    await staff.getByRole("link", { name: /first posts? to look at/ }).click();
    const card = staff.getByRole("listitem").filter({ hasText: title });
    await card.getByRole("button", { name: /^Take it/ }).click();
    await expect(card).toContainText("You are taking care of this");
    await check(staff);
    await card.getByRole("button", { name: /^Remove/ }).click();
    await check(staff);
    await card.getByRole("button", { name: "Back" }).click();
    await card.getByRole("button", { name: /^Show it to all/ }).click();
    await expect(staff.getByText("Others can see it now")).toBeVisible();

    await page.goto("/notifications");
    await expect(page.getByText(`“${title}” is on the board now`)).toBeVisible();
    await staff.goto(need);
    await expect(staff.getByRole("heading", { name: title })).toBeVisible();
  } finally {
    await site.stop();
  }
});
