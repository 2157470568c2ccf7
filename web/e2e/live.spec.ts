import { fullName, offerSkill, signUp } from "./support/journey";
import { newPerson } from "./support/people";
import { expect, test } from "./support/test";

/* Events appear on open pages long before the next poll. */

/** Timeout that only a page with an event stream can meet; others poll twice a minute. */
const SOON = { timeout: 8_000 };
const TOWN = "Ripon";

test("notices appear in every tab, also after the first closes", async ({ browser }) => {
  test.slow();
  const dev = newPerson("Dev", `Live ${Date.now().toString(36)}`);
  const first = await signUp(await browser.newContext(), dev, TOWN);
  await offerSkill(first, "Plumbing", "30");
  // Two tabs of one browser: the first holds the event stream for both.
  await first.goto("/settings");
  const second = await first.context().newPage();
  await second.goto("/settings");
  const bell = (count: number) => ({ name: `Notifications, ${count} new` });
  for (const page of [first, second]) {
    await expect(page.getByRole("button", { name: "Notifications" })).toBeVisible();
  }

  const follow = async (firstname: string) => {
    const client = await signUp(await browser.newContext(), newPerson(firstname), TOWN);
    const card = client.getByRole("article").filter({ hasText: fullName(dev) });
    await card
      .first()
      .getByRole("link", { name: fullName(dev) })
      .click();
    await client.getByRole("button", { name: `Follow ${fullName(dev)}` }).click();
    await expect(client.getByRole("button", { pressed: true })).toBeVisible();
    await client.context().close();
  };
  await follow("Ana");
  for (const page of [first, second]) {
    await expect(page.getByRole("button", bell(1))).toBeVisible(SOON);
  }
  await first.close();
  await follow("Bo");
  await expect(second.getByRole("button", bell(2))).toBeVisible(SOON);
});
