import { administrator } from "./support/admin";
import { check } from "./support/axe";
import { sendWithSparks } from "./support/bookings";
import { arrive, message } from "./support/chat";
import { dateInDays, fillAddress, fillDateAndTime } from "./support/journey";
import { logIn, newPerson, register } from "./support/people";
import { expect, test } from "./support/test";

test("a need is found, answered and sorted", async ({ browser, request }) => {
  test.slow();
  const [una, hal] = [newPerson("Una"), newPerson("Hal")];
  for (const person of [una, hal]) await register(request, person);
  const { page: hers } = await arrive(browser, una);
  const { page: his } = await arrive(browser, hal);
  const title = `A ladder for ${una.email.slice(0, 12)}`;

  await his.goto("/community");
  await his.getByLabel("Search the board").fill(title);
  await his.getByRole("button", { name: "Save this search" }).click();
  await his.getByRole("link", { name: "Your saved searches" }).click();
  await expect(his.getByRole("heading", { name: `“${title}”` })).toBeVisible();
  await check(his);

  await hers
    .getByRole("navigation", { name: "Main" })
    .filter({ visible: true })
    .getByRole("link", { name: "Community" })
    .click();
  await expect(hers.getByRole("heading", { level: 1, name: "Community" })).toBeVisible();
  await expect(hers.getByText("Repair morning on Saturday")).toBeVisible();
  await check(hers);
  await hers.getByRole("link", { name: "Ask for help" }).first().click();
  await hers.getByRole("button", { name: "Post it" }).click();
  await expect(hers.getByText("Say in a few words what you need").first()).toBeVisible();
  await check(hers);
  await hers.getByLabel("What do you need?").fill(title);
  await hers.getByLabel("More about it").fill("About three metres, for the gutters.");
  await hers.getByLabel("Category").selectOption("Tool sharing");
  await hers.getByLabel("Sparks you offer").fill("2");
  await hers.getByRole("button", { name: "Post it" }).click();
  await expect(hers.getByText("Nobody has answered yet.")).toBeVisible();
  await check(hers);

  await his.goto("/notifications");
  await his.getByRole("link", { name: `A new match for your search: ${title}` }).click();
  await expect(his.getByRole("heading", { name: "Can you help?" })).toBeVisible();
  await his.goto("/community");
  await his.getByLabel("Category").selectOption("Tool sharing");
  await his.getByLabel("Search the board").fill(title);
  await his.getByRole("link", { name: title }).click();
  await expect(his.getByRole("heading", { name: "Can you help?" })).toBeVisible();
  await check(his);
  await his.getByLabel("Message to Una").fill("Mine is in the shed, come round!");
  await his.getByRole("button", { name: "I can help" }).click();
  await expect(his.getByRole("heading", { name: "You have answered" })).toBeVisible();
  await check(his);
  await his.getByRole("link", { name: "Go to your messages" }).click();
  await expect(message(his, "Mine is in the shed, come round!")).toBeVisible();

  await hers.goto("/notifications");
  await hers.getByRole("link", { name: /Hal can help with/ }).click();
  await expect(hers.getByRole("link", { name: "Message Hal" })).toBeVisible();
  await check(hers);
  await hers.getByRole("button", { name: "Sorted, thank you" }).click();
  const dialog = hers.getByRole("dialog", { name: "Is it sorted?" });
  await expect(dialog.getByRole("radio", { name: /Hal/ })).toBeChecked();
  await check(hers);
  await dialog.getByRole("button", { name: "Sorted, thank you" }).click();
  await expect(hers.getByText(/Hal .*helped\. Thank you!/)).toBeVisible();
  await expect(hers.getByRole("link", { name: "Give Hal sparks" })).toBeVisible();
  await check(hers);
  await his.goto("/notifications");
  await expect(his.getByText("Una thanks you for your help")).toBeVisible();
});

test("an admin announces something, and ends it", async ({ page, browser, request }) => {
  const reader = newPerson("Rae");
  await register(request, reader);
  await logIn(page, administrator(), "/admin/announcements");
  const title = `Fair ${reader.email.slice(0, 12)}`;
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Text").fill("On the **green**.\n\n- Tea\n- Cake");
  await check(page);
  await page.getByRole("button", { name: "Announce it" }).click();
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await check(page);

  const { page: theirs } = await arrive(browser, reader);
  await theirs.goto("/notifications");
  await theirs.getByRole("link", { name: title }).click();
  await expect(theirs.getByRole("heading", { name: title })).toBeVisible();
  await expect(theirs.getByRole("listitem").filter({ hasText: "Cake" }).first()).toBeVisible();

  const end = page
    .getByRole("listitem")
    .filter({ hasText: title })
    .getByRole("button", { name: /^End it now/ });
  await end.click();
  await page.getByRole("dialog").getByRole("button", { name: "End it" }).click();
  await expect(end).toBeHidden();
  await theirs.reload();
  await expect(theirs.getByRole("heading", { level: 1, name: "Community" })).toBeVisible();
  await expect(theirs.getByText("Who needs a hand?")).toBeVisible();
  await expect(theirs.getByRole("heading", { name: title })).toBeHidden();
});

test("an event is put on, joined, waited for and left", async ({ page, browser, request }) => {
  test.slow();
  const [una, hal] = [newPerson("Una"), newPerson("Hal")];
  for (const person of [una, hal]) await register(request, person);
  await logIn(page, administrator(), "/admin/events");
  const title = `Swap ${una.email.slice(0, 12)}`;
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Place", { exact: true }).fill("The library");
  await page.getByLabel("Places").fill("1");
  await page.getByLabel("Find a member").fill(una.email);
  await page.getByRole("button", { name: /^Add Una/ }).click();
  await check(page);
  await page.getByRole("button", { name: "Create the event" }).click();
  await expect(page.getByRole("link", { name: title })).toBeVisible();
  await check(page);

  const { page: his } = await arrive(browser, hal);
  await his.goto("/community");
  await his.getByRole("button", { name: `Join : ${title}` }).click();
  await expect(his.getByRole("button", { name: `Leave : ${title}` })).toBeVisible();
  await check(his);
  await his.getByRole("link", { name: title }).click();
  await expect(his.getByText("You joined")).toBeVisible();
  await check(his);

  // The host sees who comes, and waits themselves until there is a place.
  const { page: hers } = await arrive(browser, una);
  await hers.goto("/community");
  await hers.getByRole("link", { name: title }).click();
  await expect(hers.getByRole("heading", { name: "Guest list" })).toBeVisible();
  await hers.getByRole("button", { name: /^Join the waiting list/ }).click();
  await expect(hers.getByText("Waiting, number 1")).toBeVisible();
  await check(hers);
  await his.getByRole("button", { name: /^Leave/ }).click();
  await expect(his.getByText("Full")).toBeVisible();
  await hers.goto("/notifications");
  await hers.getByRole("link", { name: /You have a place at/ }).click();
  await expect(hers.getByText("You joined")).toBeVisible();
});

test("an answer to a need becomes a booking", async ({ browser, request }) => {
  test.slow();
  const [una, hal] = [newPerson("Una"), newPerson("Hal")];
  for (const person of [una, hal]) await register(request, person);
  const { page: hers } = await arrive(browser, una);
  const { page: his } = await arrive(browser, hal);
  const title = `Hedge of ${una.email.slice(0, 12)}`;

  await hers.goto("/needs/new");
  await hers.getByLabel("What do you need?").fill(title);
  await hers.getByLabel("More about it").fill("It is two metres high.");
  await hers.getByLabel("Category").selectOption("Gardening");
  await hers.getByLabel("Sparks you offer").fill("5");
  await hers.getByRole("button", { name: "Post it" }).click();
  await expect(hers.getByText("Nobody has answered yet.")).toBeVisible();
  const need = new URL(hers.url()).pathname;

  await his.goto(need);
  await his.getByLabel("Message to Una").fill("I have shears and Saturday free.");
  await his.getByRole("button", { name: "I can help" }).click();
  await hers.goto(need);
  await expect(hers.getByText(/^Hal has listed no skill in Gardening yet/)).toBeVisible();
  await check(hers);

  // Two taps, and she can book him.
  await his.getByRole("link", { name: "Add Gardening to my skills" }).click();
  await expect(his.getByText("Gardening · Intermediate")).toBeVisible();
  await check(his);
  await his.getByRole("button", { name: "Add skill" }).click();
  await expect(his.getByText(/can book you\./)).toBeVisible();
  await check(his);

  await hers.reload();
  await hers.getByRole("link", { name: "Book Hal" }).click();
  await expect(hers.getByRole("textbox", { name: "What do you need?" })).toHaveValue(
    `${title}\n\nIt is two metres high.`,
  );
  await expect(hers.getByText("2 hours").first()).toBeVisible();
  await check(hers);
  await fillAddress(hers);
  await fillDateAndTime(hers, dateInDays(4), "10:30");
  const booking = await sendWithSparks(hers);
  await expect(hers.getByRole("link", { name: title })).toBeVisible();
  await check(hers);

  await hers.goto(need);
  await expect(hers.getByText(/^You have booked Hal Tester for it/)).toBeVisible();
  await check(hers);
  await his.goto(need);
  await expect(his.getByText("Una has booked you for this.")).toBeVisible();
  await his.getByRole("link", { name: "See the booking" }).click();
  await expect(his).toHaveURL(`/inward-details/${booking}`);
  await his.getByRole("button", { name: "Reject" }).click();
  await his.getByRole("dialog").getByRole("button", { name: "Reject request" }).click();
  await expect(his.getByRole("button", { name: "Accept" })).toBeHidden();
  await expect(async () => {
    await hers.goto(need);
    await expect(hers.getByRole("link", { name: "Book Hal" })).toBeVisible({ timeout: 2_000 });
  }).toPass();
});
