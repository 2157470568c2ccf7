import { apiOf, bookingPath, offer } from "./support/api";
import { check } from "./support/axe";
import { sentBooking, signedIn } from "./support/bookings";
import { dateInDays, fillRequest } from "./support/journey";
import { logIn, newPerson, register } from "./support/people";
import { expect, test } from "./support/test";

/* A client agrees to a cap, the provider asks for materials, and the client pays them. */

test("expenses are agreed, asked for and paid beside the price", async ({
  page,
  browser,
  request,
}) => {
  test.slow();
  const [dev, ana] = [newPerson("Dev", "Spends"), newPerson("Ana", "Spends")];
  await register(request, dev);
  await register(request, ana);
  const ofDev = await apiOf(request, dev);
  const skill = await offer(ofDev, "8");

  await logIn(page, ana, bookingPath(skill));
  await fillRequest(page, dateInDays(4));
  const cap = page.getByLabel("The most you would pay for expenses");
  await cap.fill("2000");
  await cap.blur();
  await expect(
    page.getByText("Enter an amount of up to 200 pounds", { exact: false }),
  ).toBeVisible();
  await cap.fill("20");
  await check(page);
  await page.getByRole("button", { name: "Book Now" }).click();
  await expect(page.getByText("Up to £20.00 more", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: /^Pay .* sparks$/ }).click();
  const id = await sentBooking(page);
  await expect(page.getByText("up to £20.00")).toBeVisible();
  await ofDev.put(`/api/bookings/accept/${id}`);

  const theirs = await signedIn(browser, dev);
  await theirs.goto(`/inward-details/${id}`);
  await theirs.getByRole("button", { name: "Skip to the visit" }).click();
  const asking = theirs.getByRole("region", { name: "Expenses" });
  await asking.getByRole("button", { name: "Ask for expenses" }).click();
  const dialog = theirs.getByRole("dialog", { name: "Ask for expenses" });
  await dialog.getByLabel("What was it?").fill("Tape and two washers");
  await dialog.getByLabel("Amount").fill("20.01");
  await dialog.getByRole("button", { name: "Ask for expenses" }).click();
  await expect(dialog.getByText("more than the agreed £20.00", { exact: false })).toBeVisible();
  await dialog.getByLabel("Amount").fill("6.50");
  await check(theirs);
  await dialog.getByRole("button", { name: "Ask for expenses" }).click();
  await expect(dialog).toBeHidden();
  await expect(asking).toContainText("Expenses: £6.50");

  await page.reload();
  const mine = page.getByRole("region", { name: "Expenses" });
  await expect(mine).toContainText("Tape and two washers");
  await check(page);
  await mine.getByRole("button", { name: "Pay £6.50" }).click();
  await expect(mine.getByRole("link", { name: "Top up" })).toBeVisible();
  const ofAna = await apiOf(request, ana);
  const funding = await ofAna.post<{ clientSecret: string }>("/api/wallet/fund", { amount: 10 });
  const paid = { clientSecret: funding.clientSecret, outcome: "succeed" };
  await ofAna.post("/api/wallet/sandbox/pay", paid);
  await ofAna.post("/api/wallet/confirm", { amount: 10 });
  await mine.getByRole("button", { name: "Pay £6.50" }).click();
  await expect(mine).toContainText("Paid, beside the price");
  await expect(page.getByText("Expenses paid", { exact: true })).toBeVisible();
  await page.goto("/wallet");
  await expect(page.getByText(`Expenses for booking ${id}`)).toBeVisible();
});
