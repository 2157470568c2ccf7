import { token } from "./support/api";
import { axe, fits } from "./support/axe";
import { newClient, provider, sendWithSparks, signedIn } from "./support/bookings";
import { dateInDays, fillDateAndTime, fillRequest, heavyPhoto } from "./support/journey";
import { expect, test } from "./support/test";

test("a request names missing fields, and survives a reload", async ({ page, request }) => {
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
  await expect(page.getByText("Enter the house and the street").first()).toBeVisible();
  await expect(page.getByText("Enter the whole postcode").first()).toBeVisible();
  await axe(page);
  await street.fill("3 Weaver's Row");
  await page.getByRole("textbox", { name: "Postcode" }).fill("HX7 8CV");
  await fillDateAndTime(page, dateInDays(-1), "10:30");
  await page.getByRole("button", { name: "More" }).click();
  await expect(page.getByText("2 hours").first()).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Price" })).toContainText("£24.00");
  await page.getByRole("button", { name: "Book Now" }).click();
  await expect(page.getByText("Choose a time in the future").first()).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();

  await page.reload();
  await expect(page.getByRole("textbox", { name: "What do you need?" })).toHaveValue(
    "A tap that drips.",
  );
  await expect(street).toHaveValue("3 Weaver's Row");
  await expect(town).toHaveValue("Hebden Bridge");
  await expect(page.getByLabel("Time", { exact: true })).toHaveValue("10:30");
  await expect(page.getByText("2 hours").first()).toBeVisible();
});

test("a missing field scrolls into view, with a note beside the button", {
  tag: "@nightly",
}, async ({ page, request }) => {
  const { path } = await provider(request, "12");
  await newClient(page, request);
  await page.goto(path);
  await fillRequest(page, dateInDays(4));
  const bookNow = page.getByRole("button", { name: "Book Now" });
  const missing = "Please fill in all required fields.";
  for (const size of [
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    for (const [role, name, right, wrong, said] of [
      ["combobox", "House and street", "14 Crown Street", "", missing],
      ["textbox", "Postcode", "LS2 7DG", "", missing],
      ["textbox", "Postcode", "LS2 7DG", "LS2", "Enter the whole postcode: LS1 4DY"],
    ] as const) {
      const field = page.getByRole(role, { name });
      await field.fill(wrong);
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await bookNow.click();
      await expect(field).toBeFocused();
      await expect(field).toBeInViewport({ ratio: 1 });
      const price = page.getByRole("complementary", { name: "Price" });
      await expect(price.getByText(said)).toBeVisible();
      await field.fill(right);
    }
  }
});

test("a picture is checked, and visible to both parties only", async ({
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
  const image = other.getByRole("img", { name: "Sent with the request" });
  await expect(image).toBeVisible();
  await expect(image).toHaveJSProperty("complete", true);
  await axe(other);
});

test("pressing twice books once, and a lost response is retried", async ({ page, request }) => {
  const { path } = await provider(request, "10");
  await newClient(page, request);
  await page.goto(path);
  await fillRequest(page, dateInDays(5));
  await page.getByRole("button", { name: "Book Now" }).click();

  // The booking reaches the server, but the response is lost.
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

test("the payment repeats the request, and the address is kept", { tag: "@nightly" }, async ({
  page,
  request,
}) => {
  const { path } = await provider(request, "4");
  await newClient(page, request);
  await page.goto(path);
  await fillRequest(page, dateInDays(9));
  await page.getByLabel("Save this as my address").check();
  await page.getByRole("button", { name: "Book Now" }).click();
  const dialog = page.getByRole("dialog", { name: "How would you like to pay?" });
  for (const said of [
    "Dev Provider, Plumbing",
    "10:30, for 1 hour",
    "14 Crown Street, Leeds, LS2 7DG",
    /Dev has until .* If they don't answer, you get everything back\./,
    /You can cancel until .*, 10:30 and get everything back\./,
  ]) {
    await expect(dialog.getByText(said)).toBeVisible();
  }
  const pay = dialog.getByRole("button", { name: /^Pay .* sparks$/ });
  await expect(pay).toBeInViewport({ ratio: 1 });
  await fits(page);
  await axe(page);
  await pay.click();
  const sent = page.getByRole("dialog", { name: "SparkToken payment successful!" });
  await expect(sent.getByRole("heading", { name: "What happens next" })).toBeVisible();
  await expect(sent.getByText(/who has until .* to answer/)).toBeVisible();
  await expect(page.getByText("no longer free")).toHaveCount(0);
  await axe(page);
  await page.goto(path);
  await expect(page.getByRole("combobox", { name: "House and street" })).toHaveValue(
    "14 Crown Street",
  );
  await expect(page.getByRole("textbox", { name: "Postcode" })).toHaveValue("LS2 7DG");
});

test("a hidden provider cannot be booked, before any payment", async ({ page, request }) => {
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
