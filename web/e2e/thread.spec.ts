import { axe, check } from "./support/axe";
import { accept, sentBooking } from "./support/bookings";
import { dateInDays, fillRequest, fullName, offerSkill, signUp } from "./support/journey";
import { logIn, newPerson, register } from "./support/people";
import { expect, test } from "./support/test";

/*
 * The product from end to end: two neighbours, each in a browser of their own, from sign-up to
 * payment and review.
 */

/** Towns that the sample community leaves empty; each run uses one, so that it stays small. */
const TOWNS = ["Carlisle", "Durham", "Ely", "Hereford", "Inverness", "Lichfield", "Ripon", "Truro"];
const TOWN = TOWNS[Date.now() % TOWNS.length] ?? "Truro";

/** Returns a last name that no earlier run has used. */
function lastName(): string {
  return `Of ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
}

test("neighbours meet, book, pay from the wallet, and review", async ({ browser }) => {
  test.slow();
  const dev = newPerson("Dev", lastName());
  const ana = newPerson("Ana", lastName());
  const provider = await signUp(await browser.newContext(), dev, TOWN);
  await offerSkill(provider, "Plumbing", "30");

  // Ana finds Dev nearby, follows him, and starts to book.
  const client = await signUp(await browser.newContext(), ana, TOWN);
  const card = client
    .getByRole("article")
    .filter({ hasText: fullName(dev) })
    .first();
  await expect(card).toContainText("£30.00");
  await expect(card).toContainText("Less than 1 km");
  await card.getByRole("link", { name: fullName(dev) }).click();
  await client.getByRole("button", { name: `Follow ${fullName(dev)}` }).click();
  await expect(client.getByRole("button", { pressed: true })).toBeVisible();
  await client.getByRole("link", { name: "Book Plumbing" }).click();
  await expect(client).toHaveURL(/\/book-service\?user=.+&skill=.+/);
  await expect(client.getByRole("heading", { level: 1, name: "Book Dev" })).toBeVisible();
  await check(client);
  await fillRequest(client, dateInDays(2));

  // Her balance is too low; she tops up, and returns to her draft.
  await client.getByRole("button", { name: "Book Now" }).click();
  const choice = client.getByRole("dialog", { name: "How would you like to pay?" });
  await expect(choice.getByRole("alert")).toHaveText(
    "Insufficient funds. Please top up your wallet or tokens.",
  );
  await expect(choice.getByRole("radio", { name: /Wallet, in pounds/ })).toBeDisabled();
  await expect(choice.getByRole("radio", { name: /Wallet, in sparks/ })).toBeDisabled();
  await expect(choice.getByText("You are £30.00 or 5 sparks short.")).toBeVisible();
  await choice.getByRole("button", { name: "What are sparks?" }).click();
  const answer = client.getByRole("dialog", { name: "What are sparks?" });
  await expect(answer).toContainText("A price in sparks is half the price in pounds.");
  await check(client);
  await client.keyboard.press("Escape");
  await expect(answer).toBeHidden();
  await check(client);
  await choice.getByRole("link", { name: "Top up" }).click();
  await expect(client.getByLabel("Amount")).toHaveValue("30.00");
  await check(client);
  await client.getByRole("button", { name: "Continue" }).click();
  await expect(client.getByText("This is a demo: no real money moves")).toBeVisible();
  await check(client);
  await client.getByRole("button", { name: "Decline the card" }).click();
  await expect(client.getByRole("alert").filter({ hasText: "declined" })).toBeVisible();
  await client.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(client.getByText("£30.00 is in your wallet")).toBeVisible();
  await check(client);
  await client.getByRole("link", { name: "Back to your booking" }).click();
  await choice.getByRole("button", { name: "Pay £30.00" }).click();
  const sent = client.getByRole("dialog", { name: "Wallet payment successful!" });
  await expect(sent).toContainText("Your request is on its way to Dev");
  await check(client);
  const id = await sentBooking(client);
  await expect(
    client.getByRole("button", { name: "Start Service (Awaiting Acceptance)" }),
  ).toBeDisabled();
  await check(client);

  // Dev is notified, and accepts.
  await provider.goto("/bookings");
  await provider.getByRole("button", { name: /^Notifications, 2 new/ }).click();
  const notices = provider.getByRole("dialog", { name: "Notifications" });
  await expect(notices).toContainText("Ana wants to book Plumbing");
  await check(provider);
  await notices.getByRole("link", { name: /Ana wants to book Plumbing/ }).click();
  await expect(provider).toHaveURL(new RegExp(`/inward-details/${id}$`));
  await expect(provider.getByText("You see the full address once you accept.")).toBeVisible();
  await expect(provider.getByText("14 Crown Street")).toBeHidden();
  await check(provider);
  await accept(provider);
  await expect(provider.getByText("14 Crown Street").first()).toBeVisible();
  await expect(provider.getByRole("link", { name: ana.email })).toBeVisible();

  // Ana sees it without a reload. The visit is two days ahead; the test skips to it.
  await expect(client.getByText(/^You can start from/)).toBeVisible({ timeout: 20_000 });
  await expect(client.getByRole("button", { name: "Start Service" })).toBeDisabled();
  await check(client);
  await client.getByRole("button", { name: "Skip to the visit" }).click();

  // She starts the work and completes it.
  await client.getByRole("button", { name: "Start Service" }).click();
  await expect(client.getByText("Service in progress")).toBeVisible();
  await expect(client.getByRole("link", { name: dev.email })).toBeVisible();
  await check(client);
  await client.getByRole("button", { name: "Mark Complete" }).click();
  await expect(client.getByRole("dialog", { name: "Is the work done?" })).toContainText(
    "Dev is paid £30.00 at once.",
  );
  await check(client);
  await client.getByRole("button", { name: "Yes, it's done" }).click();
  const done = client.getByRole("dialog", { name: "Service completed" });
  await expect(done).toContainText("Dev has been paid £30.00.");
  await check(client);
  await done.getByRole("button", { name: "Go to Bookings" }).click();
  await expect(client).toHaveURL(/\/bookings\?tab=outward$/);
  await check(client);

  // Dev has received the money.
  await provider.goto("/wallet");
  await expect(
    provider.getByRole("listitem").filter({ hasText: "Earned with booking" }),
  ).toContainText("+£30.00");
  await expect(provider.getByRole("main")).toContainText("£30.00");
  await check(provider);
  await client.goto("/wallet");
  await expect(
    client.getByRole("listitem").filter({ hasText: "Payment for booking" }),
  ).toContainText("£30.00");

  // Ana writes a review by keyboard, and everybody can read it.
  await client.goto("/bookings?tab=outward");
  await client.getByRole("link", { name: "Leave a review" }).click();
  await client.getByRole("button", { name: "Submit review" }).click();
  await expect(client.getByText("Choose from one to five stars").first()).toBeVisible();
  await check(client);
  await client.getByRole("radio", { name: /^4 stars/ }).focus();
  await client.keyboard.press("Space");
  await client.keyboard.press("ArrowRight");
  await expect(client.getByRole("radio", { name: /^5 stars/ })).toBeChecked();
  await client.getByLabel("Comments").fill("Came on time and left no puddle.");
  await client.getByRole("button", { name: "Submit review" }).click();
  await expect(client.getByRole("dialog", { name: "Review submitted successfully" })).toContainText(
    "Dev has been told",
  );
  await check(client);
  await client.goto(`/outward-progress/${id}`);
  await client.getByRole("link", { name: fullName(dev) }).click();
  await expect(client.getByText("Came on time and left no puddle.")).toBeVisible();
});

test("a neighbour pays with sparks, and the provider completes", async ({ browser, request }) => {
  test.slow();
  const dev = newPerson("Dev", lastName());
  const bo = newPerson("Bo", lastName());
  await register(request, dev, TOWN);
  await register(request, bo, TOWN);
  const provider = await (await browser.newContext()).newPage();
  await logIn(provider, dev);
  await offerSkill(provider, "Plumbing", "12.50");
  const client = await (await browser.newContext()).newPage();
  await logIn(client, bo);
  const card = client
    .getByRole("article")
    .filter({ hasText: fullName(dev) })
    .first();
  await card.getByRole("link", { name: "Book Dev" }).click();
  await fillRequest(client, dateInDays(3));
  await client.getByRole("button", { name: "Book Now" }).click();
  const choice = client.getByRole("dialog", { name: "How would you like to pay?" });
  await expect(choice.getByRole("radio", { name: /Wallet, in pounds/ })).toBeDisabled();
  await expect(choice.getByRole("radio", { name: /Wallet, in sparks/ })).toBeChecked();
  await choice.getByRole("button", { name: "Pay 6.25 sparks" }).click();
  await expect(
    client.getByRole("dialog", { name: "SparkToken payment successful!" }),
  ).toBeVisible();
  const id = await sentBooking(client);

  await provider.goto(`/inward-details/${id}`);
  await accept(provider);
  await expect(provider.getByText(/^You can complete it from/)).toBeVisible();
  await axe(provider);
  await provider.getByRole("button", { name: "Skip to the visit" }).click();
  await provider.getByRole("button", { name: "Complete booking" }).click();
  const sure = provider.getByRole("dialog", { name: "Complete this booking?" });
  await expect(sure).toContainText("irreversible");
  await axe(provider);
  await sure.getByRole("button", { name: "Complete booking" }).click();
  await expect(provider.getByRole("dialog", { name: "Booking completed" })).toBeVisible();
  // The dialog stays open while the pointer is on it.
  await provider.mouse.move(0, 0);
  await expect(provider).toHaveURL(/\/bookings\?tab=inward$/, { timeout: 5_000 });

  await client.goto(`/outward-details/${id}`);
  await client.getByRole("button", { name: "Confirm completion" }).click();
  await client.getByRole("button", { name: "Yes, it's done" }).click();
  const confirmed = client.getByRole("dialog", { name: "Service completed" });
  await confirmed.getByRole("link", { name: "Leave a review" }).click();
  await expect(client).toHaveURL(new RegExp(`/review\\?booking=${id}$`));
  await provider.goto("/wallet");
  await expect(
    provider.getByRole("listitem").filter({ hasText: "Earned with booking" }),
  ).toContainText("6.25");
});
