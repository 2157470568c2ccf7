import type { Locator, Page } from "@playwright/test";
import { axe, fits } from "./support/axe";
import { logIn, newPerson, register } from "./support/people";
import { expect, test } from "./support/test";

/** Drops a file onto an element, as a drag from the desktop does. */
async function drop(page: Page, target: Locator, name: string, mimeType: string, content: Buffer) {
  const dataTransfer = await page.evaluateHandle(
    ([file, type, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], file, { type }));
      return transfer;
    },
    [name, mimeType, content.toString("base64")] as const,
  );
  await target.dispatchEvent("dragover", { dataTransfer });
  await target.dispatchEvent("drop", { dataTransfer });
}

test("the profile card shows the same state, and stays dismissed", async ({ page, member }) => {
  await logIn(page, member);
  const card = page.getByRole("complementary", { name: "Complete your profile" });
  await expect(card).toContainText(/\d of 6 done\. Next: add a photo/);
  const done = (await card.textContent())?.match(/(\d) of 6/)?.[1];
  await card.getByRole("link", { name: "Complete your profile" }).click();
  await expect(page).toHaveURL(/\/user$/);
  await expect(page.getByText(`${done}/6 done`)).toBeVisible();
  await page.goto("/explore");
  await card.getByRole("button", { name: "Dismiss" }).click();
  await expect(card).toBeHidden();
  await page.reload();
  await expect(
    page.getByRole("article").or(page.getByText("No people found")).first(),
  ).toBeVisible();
  await expect(card).toBeHidden();
});

test("each open item of the checklist links to its form", { tag: "@nightly" }, async ({
  page,
  request,
}) => {
  const person = newPerson("Cass");
  await register(request, person);
  await logIn(page, person, "/user");
  const list = page.getByRole("region", { name: "Complete your profile" });
  await expect(list.getByRole("listitem")).toHaveCount(6);
  await list.getByRole("link", { name: /^Profile photo/ }).click();
  await expect(page.getByRole("button", { name: "Add a photo" })).toBeFocused();
  await list.getByRole("link", { name: /^A few words about you/ }).click();
  await expect(page.getByLabel("Bio")).toBeFocused();
  await list.getByRole("link", { name: /^At least one skill/ }).click();
  await expect(page).toHaveURL(/\/settings\/skill\/add$/);
});

test("a member's own profile is edited in place", async ({ page, member }) => {
  await logIn(page, member, "/user");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Mo Tester/);
  await expect(page.getByText(/^\d\/6 done$/)).toBeVisible();
  await fits(page);
  await axe(page);

  await page.getByRole("button", { name: "Edit about you" }).click();
  await expect(page).toHaveURL(/edit=about/);
  await expect(page.getByLabel("Bio")).toBeFocused();
  await axe(page);
  const town = page.getByRole("combobox", { name: "Town or city" });
  await page.getByLabel("Bio").fill("This will not be kept.");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("This will not be kept.")).toBeHidden();

  await page.getByRole("button", { name: "Edit about you" }).click();
  await page.getByLabel("Bio").fill("Walks dogs on the moor, mends gates.");
  // An unknown town: saving asks for the nearest known one, without which the server refuses it.
  await town.fill("Atlantis");
  await page.getByRole("button", { name: "Save" }).click();
  const nearest = page.getByRole("combobox", { name: "Nearest town" });
  await expect(nearest).toBeFocused();
  await axe(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Could not find coordinates for this address").first()).toBeVisible();
  await nearest.fill("lee");
  await page.getByRole("option", { name: /^Leeds/ }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("main").getByText("Atlantis", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Edit about you" }).click();
  await town.fill("lee");
  await page.getByRole("option", { name: /^Leeds/ }).click();
  await expect(town).toHaveValue("Leeds");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Walks dogs on the moor, mends gates.")).toBeVisible();
  await expect(page.getByText("A few words about you: done")).toBeAttached();
  await page.reload();
  await expect(page.getByText("Walks dogs on the moor, mends gates.")).toBeVisible();
});

test("a place search that fails says so", { tag: "@nightly" }, async ({ page, member }) => {
  await logIn(page, member, "/user?edit=about");
  await page.route("**/api/places/search**", (route) => route.fulfill({ status: 400 }));
  await page.getByRole("combobox", { name: "Town or city" }).fill("york");
  await expect(page.getByText("Error initializing location search")).toBeVisible();
  await page.getByRole("combobox", { name: "Street" }).fill("shambles");
  await expect(page.getByText("Error initializing address search")).toBeVisible();
});

test("a photo is checked, cropped, shown and kept", async ({ page, member }) => {
  await logIn(page, member, "/user");
  const region = page.getByRole("region", { name: "Your photo" });
  const input = region.locator("input[type=file]").first();
  await expect(region.locator("input[capture=user]")).toHaveCount(1);
  await input.setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
  await expect(page.getByText("Please upload an image file")).toBeVisible();
  const large = Buffer.alloc(5 * 1024 * 1024 + 1);
  await input.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: large });
  await expect(page.getByText("File size should be less than 5MB")).toBeVisible();

  const buffer = await page.screenshot();
  await input.setInputFiles({ name: "me.png", mimeType: "image/png", buffer });
  const dialog = page.getByRole("dialog", { name: "Crop your photo" });
  const use = dialog.getByRole("button", { name: "Use this photo" });
  await expect(use).toBeEnabled();
  await fits(page);
  await axe(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();

  await drop(page, region, "me.png", "image/png", buffer);
  await dialog.getByRole("slider", { name: "Zoom" }).fill("2");
  const shown = dialog.getByRole("group", { name: "Visible part of your photo" });
  const moved = dialog.locator("img");
  const before = await moved.getAttribute("style");
  await shown.focus();
  await shown.press("ArrowRight");
  await expect(moved).not.toHaveAttribute("style", before ?? "");
  await use.click();
  await expect(page.getByText("Photo saved")).toBeVisible();
  await expect(page.getByRole("button", { name: "Change photo" })).toBeVisible();
  await expect(region.locator("img")).toHaveJSProperty("naturalWidth", 288);
  await page.reload();
  await expect(region.locator("img")).toHaveJSProperty("naturalWidth", 288);
});

test("a photo the browser cannot show is uploaded unchanged", { tag: "@nightly" }, async ({
  page,
  member,
}) => {
  await logIn(page, member, "/user");
  const region = page.getByRole("region", { name: "Your photo" });
  const input = region.locator("input[type=file]").first();
  // The server cannot read this one either, and says so.
  const buffer = Buffer.from("no picture at all");
  const sent = page.waitForRequest(/\/api\/users\/profile\/upload$/);
  await input.setInputFiles({ name: "IMG_1.HEIC", mimeType: "image/heic", buffer });
  await sent;
  await expect(region.getByRole("alert")).toHaveText(/\S/);
  await page.route("**/api/users/profile/upload", (route) => route.abort());
  await input.setInputFiles({ name: "IMG_1.HEIC", mimeType: "image/heic", buffer });
  await expect(region.getByRole("alert")).toHaveText("Failed to upload image. Please try again.");
});
