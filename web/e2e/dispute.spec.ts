import { administrator } from "./support/admin";
import { apiOf, offer, requestBooking } from "./support/api";
import { check } from "./support/axe";
import { signedIn } from "./support/bookings";
import { dateInDays } from "./support/journey";
import { logIn, newPerson, register } from "./support/people";
import { expect, test } from "./support/test";

const PHONE = { width: 360, height: 740 };

test("a dispute is answered, and an admin decides with a reason", async ({
  page,
  request,
  browser,
}) => {
  test.slow();
  const [dev, ana] = [newPerson("Dev", "Heard"), newPerson("Ana", "Hearing")];
  for (const person of [dev, ana]) await register(request, person);
  const [provider, client] = [await apiOf(request, dev), await apiOf(request, ana)];
  const skill = await offer(provider, "0");
  const id = await requestBooking(client, skill, `${dateInDays(3)}T10:30:00Z`);
  await provider.put(`/api/bookings/accept/${id}`);
  await client.put(`/api/demo/bookings/${id}/skip`);
  await client.form("/api/dispute/open", {
    bookingId: id,
    message: "Nobody came, <b>twice</b>.",
    file: { name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("10:30, nobody") },
  });

  // The other party reads it, and their draft of an answer survives a reload.
  await page.setViewportSize(PHONE);
  await logIn(page, dev, `/inward-details/${id}`);
  const theirs = page.getByRole("region", { name: "The dispute" });
  await expect(theirs).toContainText("Nobody came, <b>twice</b>.");
  await expect(theirs).toContainText("Please answer by");
  const saved = page.waitForEvent("download");
  await theirs.getByRole("button", { name: "Save the evidence" }).click();
  expect((await saved).suggestedFilename()).toContain(`dispute-${id}`);
  await theirs.getByLabel("Your answer").fill("I rang at half past ten.\nNobody opened.");
  await page.reload();
  await expect(theirs.getByLabel("Your answer")).toHaveValue(
    "I rang at half past ten.\nNobody opened.",
  );
  await check(page);

  // The answer reaches the open page of the party who opened the dispute.
  const other = await signedIn(browser, ana);
  await other.setViewportSize(PHONE);
  await other.goto(`/outward-progress/${id}`);
  const mine = other.getByRole("region", { name: "The dispute" });
  await expect(mine.getByRole("list", { name: "What was said" })).toContainText("Nobody came");
  await theirs.getByRole("button", { name: "Send answer" }).dblclick();
  await expect(theirs.getByText("Your answer has been sent.")).toBeVisible();
  await expect(theirs.getByRole("listitem")).toHaveCount(2);
  await expect(theirs.getByLabel("Your answer")).toHaveValue("");
  await expect(mine.getByRole("list", { name: "What was said" })).toContainText("Nobody opened.", {
    timeout: 9_000,
  });

  // An admin reads the whole case, asks, and decides.
  const admin = await (await browser.newContext()).newPage();
  await logIn(admin, administrator());
  await admin.setViewportSize(PHONE);
  await admin.goto(`/admin/disputes/${id}`);
  const two = admin.getByRole("region", { name: "The two parties" });
  await expect(two.getByRole("link", { name: dev.email })).toBeVisible();
  await expect(two.getByRole("link", { name: ana.email })).toBeVisible();
  const booked = admin.getByRole("region", { name: "The booking" });
  await expect(booked).toContainText("The kitchen tap drips.");
  await expect(booked).toContainText("14 Crown Street");
  const statements = admin.getByRole("region", { name: "What they say" });
  await expect(statements.getByRole("list", { name: "What was said" })).toContainText(
    "Nobody opened.",
  );
  await admin.getByRole("button", { name: "Read their messages" }).click();
  await expect(admin.getByText("No messages since the request")).toBeVisible();
  await check(admin);
  await statements.getByLabel("Ask or answer").fill("Which bell did you ring?");
  await statements.getByRole("button", { name: "Send answer" }).click();
  await expect(mine.getByRole("list", { name: "What was said" })).toContainText("Which bell", {
    timeout: 9_000,
  });
  await expect(mine).toContainText("An admin");
  await check(other);

  const decision = admin.getByRole("region", { name: "Your decision" });
  // The booking is free, so there is nothing to share.
  await decision.getByRole("radio", { name: /^It counts as not done/ }).check();
  await decision.getByRole("button", { name: "Decide" }).click();
  await expect(decision.getByText("Say why: both of them read it")).toBeVisible();
  await decision.getByLabel("Reason").fill("Dev came to the wrong door.");
  await check(admin);
  await decision.getByRole("button", { name: "Decide" }).click();
  const sure = admin.getByRole("dialog", { name: `Decide booking #${id}?` });
  await check(admin);
  await sure.getByRole("button", { name: "Yes, decide" }).click();
  await expect(admin.getByText(`Booking #${id} is decided`)).toBeVisible();
  await expect(decision).toBeHidden();

  // Both see the reason without a reload, and nobody can add to the case.
  for (const [screen, region] of [
    [other, mine],
    [page, theirs],
  ] as const) {
    await expect(region.getByRole("region", { name: "The decision" })).toContainText(
      "Dev came to the wrong door.",
      { timeout: 15_000 },
    );
    await expect(region.getByLabel("Your answer")).toBeHidden();
    await check(screen);
  }
  await admin.goto("/admin/audit");
  for (const did of ["decided a dispute", "wrote in a dispute", "read the case of a dispute"]) {
    await expect(admin.getByText(did).first()).toBeVisible();
  }
});
