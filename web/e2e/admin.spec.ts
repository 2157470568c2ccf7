import type { Browser, Page } from "@playwright/test";
import { administrator } from "./support/admin";
import { apiOf, offer, requestBooking } from "./support/api";
import { check } from "./support/axe";
import { dateInDays, fullName } from "./support/journey";
import { logIn, mailed, newPerson, register } from "./support/people";
import { expect, test } from "./support/test";

async function signInAdmin(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await logIn(page, administrator());
  return page;
}

test("disputes are listed with links to their cases", async ({ page, request }) => {
  const [dev, ana] = [newPerson("Dev", "Disputed"), newPerson("Ana", "Disputing")];
  for (const person of [dev, ana]) await register(request, person);
  const [provider, client] = [await apiOf(request, dev), await apiOf(request, ana)];
  const skill = await offer(provider, "0");
  const id = await requestBooking(client, skill, `${dateInDays(3)}T10:30:00Z`);
  await provider.put(`/api/bookings/accept/${id}`);
  await client.put(`/api/demo/bookings/${id}/skip`);
  await client.form("/api/dispute/open", { bookingId: id, message: "Nobody came, <b>twice</b>." });

  await logIn(page, administrator(), "/admin/disputes");
  const card = page.getByRole("listitem").filter({ hasText: `#${id} Booking for` });
  await expect(card).toContainText("Nobody came, <b>twice</b>.");
  await expect(card).toContainText(`${fullName(ana)} booked ${fullName(dev)}`);
  await check(page);
  await card.getByRole("link", { name: `Open the case of booking ${id}` }).click();
  await expect(page).toHaveURL(`/admin/disputes/${id}`);
  await expect(page.getByRole("heading", { name: `#${id} Booking for Plumbing` })).toBeVisible();
});

test("suggested skills are approved and rejected", async ({ page, request }) => {
  const names = [`Whittling ${Date.now()}`, `Fortune telling ${Date.now()}`];
  const person = newPerson("Wes", "Whittler");
  await register(request, person);
  const owner = await apiOf(request, person);
  for (const name of names) {
    await owner.form("/api/skills", {
      skill_type: name,
      experience_level: "expert",
      description: `All about ${name}.`,
      hourly_rate: "12",
    });
  }

  await logIn(page, administrator(), "/admin/skills");
  const card = (name: string) => page.getByRole("listitem").filter({ hasText: name }).first();
  await expect(card(names[0] ?? "")).toContainText(fullName(person));
  await check(page);
  await page.getByRole("button", { name: `Approve ${names[0]}` }).click();
  await expect(page.getByText(`${names[0]} approved`)).toBeVisible();
  await page.getByRole("button", { name: `Reject ${names[1]}` }).click();
  const sure = page.getByRole("dialog", { name: `Reject '${names[1]}'?` });
  await check(page);
  await sure.getByRole("button", { name: "Reject" }).click();
  await expect(page.getByText(`${names[1]} rejected`)).toBeVisible();

  const own =
    await owner.get<{ skill_type: string; approval_status: string }[]>("/api/skills/user/all");
  const stands = Object.fromEntries(own.map((skill) => [skill.skill_type, skill.approval_status]));
  expect(stands).toEqual({ [names[0] ?? ""]: "approved", [names[1] ?? ""]: "rejected" });
});

test("the console is closed to members, and shows staff figures", async ({
  page,
  member,
  browser,
}) => {
  await logIn(page, member, "/admin/identity");
  await expect(page.getByText("This page is for moderators and admins")).toBeVisible();
  const admin = await signInAdmin(browser);
  await admin.goto("/admin");
  const nav = admin.getByRole("navigation", { name: "Admin" });
  const menu = nav.getByRole("button", { name: /^Section:/ });
  await menu.click();
  const sections = [
    "Overview",
    "Members",
    "Skills",
    "Identity",
    "Disputes",
    "Letters",
    "Ledger",
    "Site",
    "Audit log",
  ];
  for (const section of [...sections, "Linked accounts"]) {
    await expect(nav.getByRole("link", { name: section })).toBeVisible();
  }
  await check(admin);
  await admin.keyboard.press("Escape");
  await expect(nav.getByRole("link")).toHaveCount(0);
  await expect(admin.getByRole("definition").first()).toHaveText(/\d/);
  await check(admin);
  await menu.click();
  await nav.getByRole("link", { name: "Identity" }).click();
  await expect(admin.getByRole("heading", { name: "Identity documents" })).toBeVisible();
  await menu.click();
  await nav.getByRole("link", { name: "Linked accounts" }).click();
  // All test users share this machine's address, which therefore links no accounts.
  await expect(admin.getByText("No linked accounts found")).toBeVisible();
  await check(admin);
});

test("the audit log is narrowed to a member, and downloaded", async ({ page, request }) => {
  const person = newPerson("Ada", `Audited${Date.now()}`);
  await register(request, person);
  await logIn(page, administrator(), `/admin/members?q=${encodeURIComponent(person.email)}`);
  await page.getByRole("button", { name: `Manage ${fullName(person)}` }).click();
  const dialog = page.getByRole("dialog", { name: fullName(person) });
  const suspension = dialog.getByRole("region", { name: "Suspend" });
  await suspension.getByLabel("Reason").fill("Sells what is not theirs.");
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await expect(page.getByText(`${fullName(person)} is suspended`)).toBeVisible();
  await page.getByRole("button", { name: `Manage ${fullName(person)}` }).click();
  await dialog.getByRole("link", { name: "What staff did about this member" }).click();
  await expect(page.getByRole("button", { name: `About ${fullName(person)}` })).toBeVisible();
  const entry = page.getByRole("listitem").filter({ hasText: "suspended a member" });
  await expect(entry).toHaveCount(1);
  await expect(entry).toContainText("Sells what is not theirs.");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await check(page);
  await page.getByLabel("Kind of action").selectOption("Changed a role");
  await expect(page.getByText("Nothing matches")).toBeVisible();
  await check(page);
  await page.getByRole("button", { name: "Who changed a role" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as a table" }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit-.*\.csv$/);
});

test("a letter to members is written, tried out, and confirmed", async ({ page, request }) => {
  const admin = administrator();
  await logIn(page, admin, "/admin/letters");
  const past = page.getByRole("listitem").filter({ hasText: "Three small things" });
  await expect(past).toContainText(/Sent to \d+ /);
  await check(page);
  await past.getByText("Read it").click();
  await expect(past.getByText("Give your skill a photo of your own.")).toBeVisible();

  const send = page.getByRole("button", { name: /^Send to \d+ members$/ });
  await send.click();
  await expect(page.getByText("Write your letter first")).toBeVisible();
  await check(page);
  await page.getByLabel("Subject").fill("The barn opens");
  const words = `Come on Friday.\n\nBring <b>cake</b> ${Date.now()}x.`;
  await page.getByLabel("Letter", { exact: true }).fill(words);
  await page.reload();
  await expect(page.getByLabel("Letter", { exact: true })).toHaveValue(words);

  await page.getByRole("button", { name: "Send to yourself first" }).click();
  await expect(page.getByText(`Sent to ${admin.email}`)).toBeVisible();
  await mailed(request, admin.email, new RegExp(words.slice(words.indexOf("Bring"))));

  // Not sent, because the members of other tests would get it too.
  await send.click();
  const sure = page.getByRole("dialog", { name: /^Send it to \d+ members\?$/ });
  await expect(sure).toContainText("“The barn opens” is sent by email, beginning at once");
  await check(page);
  await sure.getByRole("button", { name: "Not yet" }).click();
  await expect(sure).toBeHidden();
  await expect(send).toBeVisible();
});
