import { administrator } from "./support/admin";
import { apiOf } from "./support/api";
import { check } from "./support/axe";
import { logIn, newPerson, register } from "./support/people";
import { expect, test } from "./support/test";

/** Timeout that only a page with an event stream can meet; others poll twice a minute. */
const SOON = { timeout: 8_000 };

test("notifications stand on a page, and are marked as read singly or together", async ({
  page,
  request,
}) => {
  const nia = newPerson("Nia");
  await register(request, nia);
  await logIn(page, nia);
  const claims = await page.evaluate(() => localStorage.getItem("decodedToken") ?? "{}");
  const { id } = JSON.parse(claims) as { id: string };
  await page.goto("/notifications");
  await expect(page.getByText("Requests, answers and new followers show up here.")).toBeVisible();
  await check(page);

  const follow = async (firstname: string) => {
    const person = newPerson(firstname);
    await register(request, person);
    await (await apiOf(request, person)).post(`/api/follows/follow/${id}`, {});
  };
  // Shown while the page is open.
  await follow("Ana");
  const ana = page.getByRole("listitem").filter({ hasText: "Ana follows you" });
  await expect(ana).toBeVisible(SOON);
  await follow("Bo");
  const bo = page.getByRole("listitem").filter({ hasText: "Bo follows you" });
  await expect(bo).toBeVisible(SOON);
  await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
  await check(page);

  await ana.getByRole("button", { name: "Mark as read" }).click();
  await expect(ana.getByRole("button", { name: "Mark as read" })).toBeHidden();
  await expect(bo.getByRole("button", { name: "Mark as read" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Notifications, 1 new" })).toBeVisible();
  await page.getByRole("tab", { name: "Followers" }).click();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(page.getByRole("button", { name: "Mark all as read" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();
  await page.reload();
  await expect(ana).toBeVisible();
  await expect(page.getByRole("button", { name: "Mark as read" })).toBeHidden();
  await ana.getByRole("link").click();
  await expect(page.getByRole("heading", { name: /^Ana/ })).toBeVisible();

  await page.getByRole("button", { name: /^Notifications/ }).click();
  const panel = page.getByRole("dialog", { name: "Notifications" });
  await panel.getByRole("link", { name: "All notifications" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Notifications" })).toBeVisible();
  await expect(panel).toBeHidden();
});

test("staff see a suggested skill, and its author the reason for a rejection", async ({
  page,
  request,
}) => {
  const name = `Moon gazing ${Date.now()}`;
  const person = newPerson("Mira", "Gazer");
  await register(request, person);
  const own = await apiOf(request, person);
  await own.post("/api/suggestedskills", { name });

  await logIn(page, administrator());
  await page.getByRole("button", { name: /^Notifications, \d+ new/ }).click();
  await page.getByRole("link", { name: new RegExp(`A new skill waits: ${name}`) }).click();
  await expect(page).toHaveURL(/\/admin\/skills$/);
  await page.getByRole("button", { name: `Reject ${name}` }).click();
  const why = page.getByRole("dialog", { name: `Reject '${name}'?` });
  await why.getByLabel(/^Why/).fill("The moon is for everybody.");
  await check(page);
  await why.getByRole("button", { name: "Reject" }).click();
  await expect(page.getByText(`${name} rejected`)).toBeVisible();

  await expect
    .poll(async () => (await own.get<{ description: string }[]>("/api/notifications"))[0])
    .toMatchObject({
      description: expect.stringMatching(
        /^The reason: The moon is for everybody\. You can appeal until .* in Settings, under Decisions\.$/,
      ),
    });
});
