import { administrator } from "./support/admin";
import { check } from "./support/axe";
import { arrive, write } from "./support/chat";
import { fullName, offerSkill } from "./support/journey";
import { logIn, newPerson, register } from "./support/people";
import { expect, test } from "./support/test";

test("a reported message is reviewed in context, removed and logged", async ({
  browser,
  request,
}) => {
  test.slow();
  const [ana, dev] = [newPerson("Ana", "Reporter"), newPerson("Dev", "Reported")];
  for (const person of [ana, dev]) await register(request, person);
  const { page: hers, id: herId } = await arrive(browser, ana);
  const { page: his, id: hisId } = await arrive(browser, dev);
  await hers.goto(`/chat/${hisId}`);
  await write(hers, "Dev", "Hello Dev, is the ladder still there?");
  await his.goto(`/chat/${herId}`);
  await write(his, "Ana", "Only a fool would ask that.");

  // Ana reports the message, and also blocks Dev.
  const rude = hers.getByRole("listitem").filter({ hasText: "Only a fool" });
  await rude.tap({ timeout: 20_000 });
  await rude.getByRole("button", { name: "Message options" }).tap();
  const report = hers.getByRole("button", { name: "Report this message" });
  await expect(report).toBeVisible();
  await check(hers);
  await report.tap();
  const dialog = hers.getByRole("dialog", { name: "Report this message" });
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(dialog.getByText("Please choose what is wrong").first()).toBeVisible();
  await check(hers);
  await dialog.getByRole("radio", { name: /^Rude/ }).check();
  await dialog.getByLabel("Block Dev as well").check();
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(hers.getByText(/moderators have your report.*You have blocked Dev/)).toBeVisible();
  await check(hers);
  await hers.getByRole("button", { name: "Done" }).click();
  await expect(hers.getByText("You can't write to Dev.")).toBeVisible();

  // Staff read it with the messages around it, and remove it.
  const { page: admin } = await arrive(browser, administrator());
  await admin.goto("/admin/reports");
  await check(admin);
  await admin.getByRole("link", { name: `A message from ${fullName(dev)}` }).click();
  await expect(admin.getByText("Hello Dev, is the ladder still there?")).toBeVisible();
  await expect(admin.getByText("Only a fool would ask that.")).toBeVisible();
  await check(admin);
  await admin.getByRole("radio", { name: /^Act on it/ }).check();
  await admin.getByLabel("Remove the message for both").check();
  await admin.getByLabel(/^Reason, for Dev/).fill("Please stay polite.");
  await admin.getByLabel("Reason", { exact: true }).fill("An insult.");
  await check(admin);
  await admin.getByRole("button", { name: "Act on it" }).click();
  await expect(admin.getByText("Acted on: message removed")).toBeVisible();
  await check(admin);

  // It disappears for both, also from open pages.
  for (const page of [hers, his]) {
    const removed = page.getByText("Removed by staff").filter({ visible: true });
    await expect(removed.first()).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText("Only a fool would ask that.")).toBeHidden();
  }
  await admin.goto("/admin/audit");
  await expect(admin.getByText("read a report").first()).toBeVisible();
  await expect(admin.getByText("decided about a report").first()).toBeVisible();

  // Ana lifts the block.
  await hers.goto("/settings?tab=general");
  await hers.getByRole("link", { name: /People you have blocked/ }).click();
  await check(hers);
  await hers.getByRole("button", { name: `Unblock ${fullName(dev)}` }).click();
  await expect(hers.getByText("You have blocked nobody")).toBeVisible();
  await check(hers);
});

test("people and skills are reported, and people blocked, from their pages", async ({
  browser,
  page,
  member,
  request,
}) => {
  const dev = newPerson("Dev", "Elsewhere");
  await register(request, dev);
  const { id } = await arrive(browser, dev);
  await logIn(page, member, `/user-profile/${id}`);
  await page.getByRole("button", { name: "Report Dev" }).click();
  await page
    .getByRole("dialog")
    .getByRole("radio", { name: /^Not who/ })
    .check();
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText(/moderators have your report/)).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Block Dev" }).click();
  await check(page);
  await page.getByRole("dialog").getByRole("button", { name: "Block", exact: true }).click();
  await expect(page.getByText(/You have blocked Dev/)).toBeVisible();
});

test("a reported skill is taken down with a reason, and restored", async ({ browser, request }) => {
  test.slow();
  const [ana, dev] = [newPerson("Ana", "Wary"), newPerson("Dev", "Pushy")];
  for (const person of [ana, dev]) await register(request, person);
  const { page: his } = await arrive(browser, dev);
  await offerSkill(his, "Plumbing", "20");
  await his.goto("/settings/skills");
  const path = await his.getByRole("link", { name: "Plumbing" }).getAttribute("href");
  const skill = path?.split("/").at(-1) ?? "";
  const { page: hers } = await arrive(browser, ana);
  await hers.goto(`/service/${skill}`);
  await hers.getByRole("button", { name: "Report this skill" }).click();
  const dialog = hers.getByRole("dialog", { name: "Report this skill" });
  await dialog.getByRole("radio", { name: /^Fraud/ }).check();
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(hers.getByText(/moderators have your report/)).toBeVisible();

  const { page: admin } = await arrive(browser, administrator());
  await admin.goto("/admin/reports");
  await admin
    .getByRole("link", { name: `A skill of ${fullName(dev)}` })
    .first()
    .click();
  await admin.getByRole("radio", { name: /^Act on it/ }).check();
  await admin.getByLabel("Take the skill down").check();
  await admin.getByLabel("Reason", { exact: true }).fill("Ana was asked to pay first.");
  await admin.getByRole("button", { name: "Act on it" }).click();
  await expect(
    admin.getByText("Say why: the neighbour who offers the skill reads it").first(),
  ).toBeVisible();
  await admin.getByLabel(`Reason, for ${fullName(dev)}`).fill("Please don't ask for money first.");
  await check(admin);
  await admin.getByRole("button", { name: "Act on it" }).click();
  await expect(admin.getByText("Acted on: skill taken down")).toBeVisible();
  await expect(admin.getByRole("button", { name: /^Restore/ })).toBeVisible();
  await check(admin);

  // Only Dev still sees it, reads the reason and changes it.
  await hers.reload();
  await expect(hers.getByText("No service details available.")).toBeVisible();
  await his.goto("/settings/skills");
  await expect(his.getByText("Taken down", { exact: true })).toBeVisible();
  await expect(his.getByText("Please don't ask for money first.")).toBeVisible();
  await check(his);
  await his.getByRole("link", { name: "Plumbing" }).click();
  await expect(his.getByText("Please don't ask for money first.")).toBeVisible();
  await check(his);
  await his.getByRole("link", { name: "Edit skill" }).click();
  await his
    .getByRole("textbox", { name: "Description" })
    .fill("Taps and sinks. Pay when it is done.");
  await his.getByRole("button", { name: "Save changes" }).click();
  await expect(his.getByText("Taken down", { exact: true })).toBeVisible();

  await admin.goto("/admin/skills");
  const down = admin.getByRole("region", { name: "Taken down" });
  const card = down.getByRole("listitem").filter({ hasText: fullName(dev) });
  await expect(card.getByText("Pay when it is done.")).toBeVisible();
  await check(admin);
  await card.getByRole("button", { name: /^Restore/ }).click();
  await expect(admin.getByText("Plumbing is restored")).toBeVisible();
  await expect(card).toBeHidden();
  await hers.reload();
  await expect(hers.getByText("Taps and sinks. Pay when it is done.")).toBeVisible();
  await his.goto("/settings/skills");
  await expect(his.getByText("Listed")).toBeVisible();
});
