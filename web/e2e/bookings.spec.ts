import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { axe, fits } from "./support/axe";
import { dateInDays, fillDateAndTime, fillRequest, fullName, heavyPhoto } from "./support/journey";
import { logIn, newPerson, type Person, register } from "./support/people";
import { expect, test } from "./support/test";

const PHONE = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 800 };

async function token(request: APIRequestContext, { email, password }: Person): Promise<string> {
  const response = await request.post("/api/auth/login", { data: { email, password } });
  const { data } = (await response.json()) as { data: { accessToken: string } };
  return data.accessToken;
}

/** Someone who offers plumbing at so many pounds an hour; answers with the way to book them. */
async function provider(request: APIRequestContext, rate: string) {
  const person = newPerson("Dev", "Provider");
  await register(request, person);
  const response = await request.post("/api/skills", {
    headers: { Authorization: `Bearer ${await token(request, person)}` },
    multipart: {
      skill_type: "Plumbing",
      experience_level: "expert",
      description: "Taps and sinks.",
      hourly_rate: rate,
    },
  });
  expect(response.ok(), await response.text()).toBe(true);
  const { data } = (await response.json()) as { data: { id: string; user_id: string } };
  return { person, path: `/book-service?user=${data.user_id}&skill=${data.id}` };
}

/** A new member with the welcome sparks, signed in on the page. */
async function newClient(page: Page, request: APIRequestContext): Promise<Person> {
  const person = newPerson("Ana", "Client");
  await register(request, person);
  await logIn(page, person);
  return person;
}

async function signedIn(browser: Browser, person: Person): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await logIn(page, person);
  return page;
}

/** Sends the request on the page, paid with sparks, and answers with its number. */
async function sendWithSparks(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Book Now" }).click();
  await page.getByRole("button", { name: /^Pay .* sparks$/ }).click();
  await page.getByRole("link", { name: "See this booking" }).click();
  await expect(page).toHaveURL(/\/outward-progress\/\d+$/);
  return page.url().match(/\d+$/)?.[0] ?? "";
}

test("a request says what is missing, and survives a reload", async ({ page, request }) => {
  const { path } = await provider(request, "12");
  await newClient(page, request);
  await page.goto(path);
  await page.getByRole("button", { name: "Book Now" }).click();
  await expect(page.getByText("Please fill in all required fields.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "What do you need?" })).toBeFocused();
  await fits(page);
  await axe(page);

  await page.getByRole("textbox", { name: "What do you need?" }).fill("A tap that drips.");
  const town = page.getByRole("combobox", { name: "Town or city" });
  await expect(town).toHaveValue("Leeds");
  await town.fill("hebd");
  await page.getByRole("option", { name: /Hebden Bridge/ }).click();
  await expect(town).toHaveValue("Hebden Bridge");
  const street = page.getByRole("combobox", { name: "House and street" });
  await street.fill("home");
  await page.getByRole("textbox", { name: "Postcode" }).fill("HX7");
  await page.getByRole("button", { name: "Book Now" }).click();
  await expect(page.getByText("Enter the house and the street")).toBeVisible();
  await expect(page.getByText("Enter the whole postcode")).toBeVisible();
  await axe(page);
  await street.fill("3 Weaver's Row");
  await page.getByRole("textbox", { name: "Postcode" }).fill("HX7 8CV");
  await fillDateAndTime(page, dateInDays(-1), "10:30");
  await page.getByRole("button", { name: "More" }).click();
  await expect(page.getByText("2 hours").first()).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Price" })).toContainText("£24.00");
  await page.getByRole("button", { name: "Book Now" }).click();
  await expect(page.getByText("Choose a time in the future")).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();

  await page.reload();
  await expect(page.getByRole("textbox", { name: "What do you need?" })).toHaveValue(
    "A tap that drips.",
  );
  await expect(street).toHaveValue("3 Weaver's Row");
  await expect(town).toHaveValue("Hebden Bridge");
  await expect(page.getByLabel("Time")).toHaveValue("10:30");
  await expect(page.getByText("2 hours").first()).toBeVisible();
});

test("a picture is checked, and only the two parties see it", async ({
  page,
  request,
  browser,
}) => {
  const { path, person } = await provider(request, "4");
  await newClient(page, request);
  await page.goto(path);
  await fillRequest(page, dateInDays(4));
  const input = page.locator("input[type=file]");
  await input.setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
  await expect(page.getByText("Only image files are allowed")).toBeVisible();
  const large = Buffer.alloc(5 * 1024 * 1024 + 1);
  await input.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: large });
  await expect(page.getByText("File size must be less than 5MB")).toBeVisible();
  const heavy = { name: "sink.bmp", mimeType: "image/bmp", buffer: heavyPhoto() };
  await input.setInputFiles(heavy);
  await expect(page.getByRole("button", { name: "Remove sink.jpg" })).toBeVisible();
  await expect(page.getByText("File size must be less than 5MB")).toBeHidden();
  const picture = await page.screenshot();
  await input.setInputFiles({ name: "tap.png", mimeType: "image/png", buffer: picture });
  await expect(page.getByRole("img", { name: "Preview" })).toBeVisible();
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("img", { name: "Preview" })).toBeVisible();
  await axe(page);
  const id = await sendWithSparks(page);

  const other = await signedIn(browser, person);
  await other.goto(`/inward-details/${id}`);
  const image = other.getByRole("img", { name: "What the client attached" });
  await expect(image).toBeVisible();
  await expect(image).toHaveJSProperty("complete", true);
  await axe(other);
});

test("pressing twice books once, and a lost answer is asked for again", async ({
  page,
  request,
}) => {
  const { path } = await provider(request, "10");
  await newClient(page, request);
  await page.goto(path);
  await fillRequest(page, dateInDays(5));
  await page.getByRole("button", { name: "Book Now" }).click();

  // The booking reaches the server, but its answer does not come back.
  let lost = 0;
  await page.route("**/api/bookings", async (route) => {
    lost += 1;
    await route.fetch();
    await route.abort("connectionfailed");
  });
  await page.getByRole("button", { name: "Pay 5 sparks" }).dblclick();
  await expect(page.getByText("you will not pay twice")).toBeVisible();
  expect(lost).toBe(1);
  await page.unroute("**/api/bookings");
  await page.reload();
  await page.getByRole("button", { name: "Pay 5 sparks" }).click();
  await expect(page.getByRole("dialog", { name: "SparkToken payment successful!" })).toBeVisible();
  await page.getByRole("button", { name: "Go to Bookings" }).click();
  await expect(page.getByRole("article")).toHaveCount(1);
  await page.goto("/wallet");
  await expect(page.getByRole("listitem").filter({ hasText: "Payment for booking" })).toHaveCount(
    1,
  );
  await page.goto(path);
  await expect(page.getByRole("textbox", { name: "What do you need?" })).toHaveValue("");
});

test("a request is counted until it is answered, and says what is asked before the buttons", async ({
  page,
  request,
  browser,
}) => {
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
  // Having seen the notice is no answer.
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
  const accept = other.getByRole("button", { name: "Accept" });
  await expect(accept).toBeVisible();
  for (const size of [PHONE, WIDE]) {
    await other.setViewportSize(size);
    const message = await other.getByText("The kitchen tap drips").boundingBox();
    const button = await accept.boundingBox();
    const below = (message?.y ?? 0) + (message?.height ?? 0) <= (button?.y ?? 0);
    const beside = (message?.x ?? 0) + (message?.width ?? 0) <= (button?.x ?? 0);
    expect(size === WIDE ? beside : below, JSON.stringify([message, button])).toBe(true);
    await fits(other);
  }
  await accept.click();
  await expect(other.getByText("You accepted", { exact: false })).toBeVisible();
  await expect(nav.getByRole("link", { name: "Bookings", exact: true })).toBeVisible();
});

test("both addresses of a client's booking show one page", async ({ page, request }) => {
  const { path } = await provider(request, "7");
  await newClient(page, request);
  await page.goto(path);
  await fillRequest(page, dateInDays(10));
  const id = await sendWithSparks(page);
  for (const address of [`/outward-progress/${id}`, `/outward-details/${id}`]) {
    await page.goto(address);
    await expect(page.getByRole("region", { name: "Progress" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Technician contact" })).toBeVisible();
    await expect(page.getByText("Booking ID", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Cancel request" })).toBeVisible();
  }
});

test("a rejected request gives the money back", async ({ page, request, browser }) => {
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

test("a client cancels and knows what comes back", async ({ page, request }) => {
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
  await other.getByRole("button", { name: "Accept" }).click();
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
  await sure.getByRole("button", { name: "Yes, send it" }).dblclick();
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

test("the payment says once more what is asked for, and the address is kept", async ({
  page,
  request,
}) => {
  const { path } = await provider(request, "4");
  await newClient(page, request);
  await page.goto(path);
  await fillRequest(page, dateInDays(9));
  await page.getByLabel("Keep this as my address, for next time").check();
  await page.getByRole("button", { name: "Book Now" }).click();
  const dialog = page.getByRole("dialog", { name: "How would you like to pay?" });
  for (const said of [
    "Dev Provider, Plumbing",
    "10:30, for 1 hour",
    "14 Crown Street, Leeds, LS2 7DG",
    /Dev has until .* Without one you get everything back\./,
    /You can cancel until .*, 10:30 and get everything back\./,
  ]) {
    await expect(dialog.getByText(said)).toBeVisible();
  }
  await fits(page);
  await axe(page);
  await dialog.getByRole("button", { name: /^Pay .* sparks$/ }).click();
  await expect(page.getByText(/who has until .* to answer/)).toBeVisible();
  await page.goto(path);
  await expect(page.getByRole("combobox", { name: "House and street" })).toHaveValue(
    "14 Crown Street",
  );
  await expect(page.getByRole("textbox", { name: "Postcode" })).toHaveValue("LS2 7DG");
});

test("a start by mistake is taken back", async ({ page, request, browser }) => {
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
  await other.getByRole("button", { name: "Accept" }).click();
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

test("whoever hides is not booked, and says so before any money moves", async ({
  page,
  request,
}) => {
  const { path, person } = await provider(request, "4");
  await newClient(page, request);
  const accessToken = await token(request, person);
  const hidden = await request.put("/api/users/visibility", {
    headers: { Authorization: `Bearer ${accessToken}` },
    data: { visible: false },
  });
  expect(hidden.ok()).toBe(true);
  await page.goto(path);
  await expect(page.getByText("Dev takes no bookings at present")).toBeVisible();
  await axe(page);
  const user = new URLSearchParams(path.split("?")[1]).get("user");
  await page.goto(`/user-profile/${user}`);
  await expect(page.getByText("Takes no bookings at present")).toBeVisible();
});

test("addresses without what they need say so", async ({ page, member }) => {
  await logIn(page, member);
  await page.goto("/book-profile?skill=");
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
