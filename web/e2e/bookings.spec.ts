import { axe, fits } from "./support/axe";
import { accept, newClient, provider, sendWithSparks, signedIn } from "./support/bookings";
import { dateInDays, fillRequest, fullName } from "./support/journey";
import { logIn } from "./support/people";
import { expect, test } from "./support/test";

const PHONE = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 800 };

test("a request is counted until it is answered", async ({ page, request, browser }) => {
  const { path, person } = await provider(request, "7");
  const client = await newClient(page, request);
  await page.goto(path);
  await fillRequest(page, dateInDays(9));
  const id = await sendWithSparks(page);
  await page.goto("/bookings");
  await expect(page.getByRole("tab", { name: "Outward Bookings" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await expect(page.getByRole("region", { name: /^Coming up/ })).toContainText("Pending");
  await fits(page);
  await axe(page);

  const other = await signedIn(browser, person);
  const nav = other.getByRole("navigation", { name: "Main" }).filter({ visible: true });
  const counted = nav.getByRole("link", { name: /^Bookings.*1 to answer$/ });
  await expect(counted).toBeVisible();
  // Seeing the notice does not count as an answer.
  await other.getByRole("button", { name: /^Notifications/ }).click();
  await expect(other.getByRole("dialog", { name: "Notifications" })).toBeVisible();
  await other.keyboard.press("Escape");
  await other.reload();
  await counted.click();
  await expect(other.getByRole("tab", { name: "Inward Bookings" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  const waiting = other.getByRole("region", { name: /^To answer/ });
  await axe(other);
  await waiting.getByRole("link", { name: `Plumbing for ${fullName(client)}` }).click();
  await expect(other).toHaveURL(new RegExp(`/inward-details/${id}$`));
  const button = other.getByRole("button", { name: "Accept" });
  await expect(button).toBeVisible();
  for (const size of [PHONE, WIDE]) {
    await other.setViewportSize(size);
    const message = await other.getByText("The kitchen tap drips").boundingBox();
    const yes = await button.boundingBox();
    const below = (message?.y ?? 0) + (message?.height ?? 0) <= (yes?.y ?? 0);
    const beside = (message?.x ?? 0) + (message?.width ?? 0) <= (yes?.x ?? 0);
    expect(size === WIDE ? beside : below, JSON.stringify([message, yes])).toBe(true);
    await fits(other);
  }
  await accept(other);
  await expect(other.getByText("You accepted", { exact: false })).toBeVisible();
  await expect(nav.getByRole("link", { name: "Bookings", exact: true })).toBeVisible();
});

test("both addresses of a client's booking show one page", { tag: "@nightly" }, async ({
  page,
  request,
}) => {
  const { path } = await provider(request, "7");
  await newClient(page, request);
  await page.goto(path);
  await fillRequest(page, dateInDays(10));
  const id = await sendWithSparks(page);
  for (const address of [`/outward-progress/${id}`, `/outward-details/${id}`]) {
    await page.goto(address);
    await expect(page.getByRole("region", { name: "Progress" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "How to reach Dev" })).toBeVisible();
    await expect(page.getByText("Booking ID", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Cancel request" })).toBeVisible();
  }
});

test("a rejected request is refunded", async ({ page, request, browser }) => {
  const { path, person } = await provider(request, "8");
  const client = await newClient(page, request);
  await page.goto(path);
  await fillRequest(page, dateInDays(6));
  const id = await sendWithSparks(page);

  const other = await signedIn(browser, person);
  await other.goto("/bookings");
  await other.getByRole("link", { name: `Plumbing for ${fullName(client)}` }).click();
  await other.getByRole("button", { name: "Reject" }).click();
  const sure = other.getByRole("dialog", { name: "Reject this request?" });
  await expect(sure).toContainText("Ana gets 4 sparks back.");
  await axe(other);
  await sure.getByRole("button", { name: "Reject request" }).click();
  await expect(other.getByText("Dev said no").or(other.getByText("You said no"))).toBeVisible();

  await page.goto(`/outward-progress/${id}`);
  await expect(page.getByText("Back in your wallet")).toBeVisible();
  await axe(page);
  await page.getByRole("link", { name: "Others nearby who can help" }).click();
  await expect(page).toHaveURL(/\/explore-list\?category=Plumbing$/);
  await expect(page.getByRole("heading", { level: 1, name: "Plumbing" })).toBeVisible();
  await page.goto("/wallet");
  await expect(page.getByRole("listitem").filter({ hasText: "Refund for booking" })).toContainText(
    "4",
  );
});

test("a client cancels, and is told the refund first", async ({ page, request }) => {
  const { path } = await provider(request, "6");
  await newClient(page, request);
  await page.goto(path);
  await fillRequest(page, dateInDays(7));
  await sendWithSparks(page);
  await page.getByRole("button", { name: "Cancel request" }).click();
  const sure = page.getByRole("dialog", { name: "Cancel this booking?" });
  await expect(sure).toContainText("You get all of your 3 sparks back.");
  await axe(page);
  await sure.getByRole("button", { name: "Keep it" }).click();
  await expect(sure).toBeHidden();
  await page.getByRole("button", { name: "Cancel request" }).click();
  await sure.getByRole("button", { name: "Cancel booking" }).click();
  await expect(page.getByText("You cancelled", { exact: false })).toBeVisible();
  await expect(page.getByText("Back in your wallet")).toBeVisible();
});

test("a dispute freezes the booking until an admin decides", async ({ page, request, browser }) => {
  const { path, person } = await provider(request, "14");
  await newClient(page, request);
  await page.goto(path);
  await fillRequest(page, dateInDays(8));
  const id = await sendWithSparks(page);
  const other = await signedIn(browser, person);
  await other.goto(`/inward-details/${id}`);
  await accept(other);
  await expect(other.getByText("You accepted", { exact: false })).toBeVisible();

  await page.getByRole("button", { name: "Skip to the visit" }).click({ timeout: 20_000 });
  await page.getByRole("link", { name: "Open dispute" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: `Open a Dispute for Booking #${id}` }),
  ).toBeVisible();
  await expect(page.getByRole("heading", { name: "Have you written to Dev?" })).toBeVisible();
  const message = page.getByLabel("What went wrong?");
  await expect(message).toHaveValue("");
  await page.getByRole("button", { name: "The service was not rendered" }).click();
  await message.press("End");
  await message.pressSequentially("\nNobody came.");
  await fits(page);
  await axe(page);
  await page.reload();
  await expect(message).toHaveValue("The service was not rendered\nNobody came.");
  await page.getByRole("button", { name: "Submit Dispute" }).click();
  const sure = page.getByRole("dialog", { name: "Send this dispute?" });
  await expect(sure).toContainText("The payment of 7 sparks is frozen");
  await axe(page);
  await sure.getByRole("button", { name: "Yes, send it" }).click();
  const done = page.getByRole("dialog", { name: "Dispute submitted" });
  await expect(done).toContainText("Your dispute has been submitted successfully.");
  await done.getByRole("button", { name: "Go to Bookings" }).click();
  await page.getByRole("link", { name: /^Plumbing with/ }).click();
  await expect(page.getByText("An admin looks into it and decides")).toBeVisible();
  await axe(page);
  await page.goto(`/open-dispute?booking=${id}`);
  await expect(page.getByText("A dispute about this booking is open.")).toBeVisible();
  await page.getByRole("link", { name: "Back to the booking" }).click();
  await expect(page).toHaveURL(`/outward-progress/${id}`);
});

test("a start by mistake is undone", async ({ page, request, browser }) => {
  const { path, person } = await provider(request, "4");
  await newClient(page, request);
  await page.goto(path);
  await fillRequest(page, dateInDays(10));
  const id = await sendWithSparks(page);
  await expect(page.getByText(/^Dev has until .* to answer\./)).toBeVisible();
  const other = await signedIn(browser, person);
  await other.goto(`/inward-details/${id}`);
  await expect(other.getByText("This is the first booking between you and Ana.")).toBeVisible();
  await expect(other.getByText(/^You have until .* to answer\./)).toBeVisible();
  await accept(other);
  await page.getByRole("button", { name: "Skip to the visit" }).click({ timeout: 20_000 });
  await page.getByRole("button", { name: "Start Service" }).click();
  await expect(page.getByText("Pressed too early?")).toBeVisible();
  await axe(page);
  await page.getByRole("button", { name: "Undo start" }).click();
  await expect(page.getByRole("button", { name: "Start Service" })).toBeEnabled();
  await page.getByRole("button", { name: "Start Service" }).click();
  await expect(page.getByRole("button", { name: "Mark Complete" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo start" })).toBeHidden();
});

test("booking pages without their parameters say so", { tag: "@nightly" }, async ({
  page,
  member,
}) => {
  await logIn(page, member, "/book-profile?skill=");
  await expect(page).toHaveURL(/\/book-service/);
  await expect(page.getByText("Booking information not available.")).toBeVisible();
  await axe(page);
  await page.goto("/open-dispute");
  await expect(page.getByText("Missing booking information. Please try again.")).toBeVisible();
  await page.getByRole("link", { name: "Return to Bookings" }).click();
  await expect(page.getByText("No inward bookings found")).toBeVisible();
  await axe(page);
  await page.getByRole("tab", { name: "Outward Bookings" }).click();
  await expect(page).toHaveURL(/tab=outward/);
  await expect(page.getByText("No outward bookings found")).toBeVisible();
  await page.goto("/review");
  await expect(
    page.getByText(
      "Missing required information to submit a review. Please go back and try again.",
    ),
  ).toBeVisible();
  await page.goto("/outward-progress/999999");
  await expect(page.getByText("Booking not found")).toBeVisible();
  await axe(page);
  await page.goto("/admin");
  await expect(page.getByText("This page is for moderators and admins")).toBeVisible();
});
