import type { Page } from "@playwright/test";
import { check } from "./support/axe";
import { arrive, box, message, texts, write } from "./support/chat";
import { logIn, newPerson, register } from "./support/people";
import { expect, test } from "./support/test";

test("two neighbours write to each other", async ({ browser, request }) => {
  test.slow();
  const people = [newPerson("Ana"), newPerson("Dev")] as const;
  for (const person of people) await register(request, person);
  const [ana, dev] = [await arrive(browser, people[0]), await arrive(browser, people[1])];

  // Ana finds Dev, and her first message must have a few words.
  await ana.page.goto("/messages");
  await expect(ana.page.getByText("No messages yet")).toBeVisible();
  await check(ana.page);
  await ana.page.goto(`/user-profile/${dev.id}`);
  await ana.page.getByRole("link", { name: "Message Dev" }).click();
  await expect(ana.page).toHaveURL(`/chat/${dev.id}`);
  await expect(ana.page.getByText("You and Dev")).toBeVisible();
  await write(ana.page, "Dev", "Hi");
  await expect(box(ana.page, "Dev")).toHaveAccessibleDescription(/Say in a few words/);
  await check(ana.page);
  await dev.page.goto("/messages");
  await write(ana.page, "Dev", "Hello Dev, my kitchen tap drips. https://example.org/tap");
  await expect(message(ana.page, "kitchen tap")).toContainText("Sent");

  // Dev sees it arrive; Ana is a stranger, and does not see that it was read.
  const row = dev.page.getByRole("link", { name: /Ana Tester.*kitchen tap.*1 new/ });
  await expect(row).toBeVisible({ timeout: 20_000 });
  await check(dev.page);
  await row.click();
  await expect(dev.page).toHaveURL(`/chat/${ana.id}`);
  await expect(dev.page.getByRole("heading", { level: 1, name: "Ana Tester" })).toBeFocused();
  await expect(dev.page.getByRole("link", { name: "https://example.org/tap" })).toHaveAttribute(
    "rel",
    /noopener.*nofollow/,
  );
  await check(dev.page);
  await expect(message(ana.page, "kitchen tap")).toContainText("Sent");

  // After Dev's answer, Ana sees what is read, and when Dev types.
  await write(dev.page, "Ana", "I can come on Saturday.");
  await expect(message(ana.page, "Saturday")).toBeVisible();
  await expect(message(ana.page, "kitchen tap")).toContainText("Read");
  const waitForStream = (page: Page) =>
    page.waitForRequest((sent) => new URL(sent.url()).pathname === "/api/live").catch(() => null);
  await Promise.all([waitForStream(ana.page), ana.page.reload()]);
  await expect(message(ana.page, "kitchen tap")).toBeVisible();
  await expect(async () => {
    await box(dev.page, "Ana").pressSequentially("Or");
    await expect(ana.page.getByText("Dev is typing…")).toBeVisible({ timeout: 4_000 });
  }).toPass();
  await write(dev.page, "Ana", "Or on Friday.");
  await expect(message(ana.page, "Or on Friday.")).toBeVisible();
  await expect(ana.page.getByText("Dev is typing…")).toBeHidden();
  await check(ana.page);

  // A draft survives a reload.
  await box(ana.page, "Dev").fill("Half a thought");
  await ana.page.reload();
  await expect(box(ana.page, "Dev")).toHaveValue("Half a thought");

  // Ana's network fails and returns.
  await expect(message(ana.page, "Saturday")).toBeVisible();
  await ana.page.context().setOffline(true);
  await write(ana.page, "Dev", "Saturday is fine");
  await write(ana.page, "Dev", "At ten?");
  await expect(message(ana.page, "At ten?")).toContainText("Waiting to be sent");
  await check(ana.page);
  await write(dev.page, "Ana", "Or on Sunday");
  await expect(message(dev.page, "Or on Sunday")).toContainText(/Sent|Delivered/);
  await ana.page.context().setOffline(false);
  await expect(message(dev.page, "At ten?")).toBeVisible({ timeout: 20_000 });
  await expect(message(ana.page, "Or on Sunday")).toBeVisible({ timeout: 20_000 });
  await expect(message(ana.page, "At ten?")).toContainText("Read");
  const both = await texts(dev.page);
  expect(both).toEqual([
    "Hello Dev, my kitchen tap drips. https://example.org/tap",
    "I can come on Saturday.",
    "Or on Friday.",
    "Or on Sunday",
    "Saturday is fine",
    "At ten?",
  ]);
  expect(await texts(ana.page)).toEqual(both);

  // A picture is small in the thread, and large after a tap.
  const picture = { name: "tap.png", mimeType: "image/png", buffer: await ana.page.screenshot() };
  await ana.page.locator("input[type=file]").setInputFiles(picture);
  await expect(ana.page.getByRole("button", { name: "Remove the picture" })).toBeVisible();
  await check(ana.page);
  await write(ana.page, "Dev", "This one");
  const small = dev.page.getByRole("button", { name: "Picture from Ana, show it large" });
  await small.click({ timeout: 20_000 });
  const large = dev.page.getByRole("dialog", { name: "Picture from Ana" });
  await expect(large.getByRole("img", { name: "Picture from Ana" })).toBeVisible();
  await check(dev.page);
  await large.getByRole("button", { name: "Close" }).click();

  // Back to the list of conversations.
  await dev.page.getByRole("link", { name: "Back to messages" }).click();
  await expect(dev.page).toHaveURL("/messages");
  await dev.page.getByRole("searchbox", { name: "Search messages" }).fill("kitchen");
  await dev.page.getByRole("link", { name: /Ana Tester.*kitchen tap/ }).click();
  await expect(dev.page).toHaveURL(`/chat/${ana.id}?message=1`);
  await expect(message(dev.page, "kitchen tap")).toBeFocused();
  await expect(message(dev.page, "kitchen tap")).toBeInViewport();
  await check(dev.page);
});

test("a wide screen shows the list beside the thread", { tag: "@nightly" }, async ({
  page,
  request,
}) => {
  const ivy = newPerson("Ivy");
  const lee = newPerson("Lee");
  for (const person of [ivy, lee]) await register(request, person);
  await page.setViewportSize({ width: 1280, height: 800 });
  await logIn(page, lee);
  const claims = await page.evaluate(() => localStorage.getItem("decodedToken") ?? "{}");
  const { id } = JSON.parse(claims) as { id: string };
  await page.evaluate(() => localStorage.clear());
  await logIn(page, ivy, `/chat/${id}`);
  await write(page, "Lee", "Hello Lee, I have a spare ladder.");
  await expect(page.getByRole("link", { name: /Lee Tester.*You: Hello Lee/ })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await check(page);
  await page.goto("/messages");
  await expect(page.getByText("Select a conversation to start messaging")).toBeVisible();
  await check(page);
  await page.getByRole("link", { name: /Lee Tester/ }).click();
  await expect(message(page, "spare ladder")).toBeVisible();
  // The text field stays in view in a long conversation.
  await expect(box(page, "Lee")).toBeInViewport();

  // A low screen, as at 200% zoom.
  await page.setViewportSize({ width: 640, height: 400 });
  await check(page);
  await box(page, "Lee").scrollIntoViewIfNeeded();
  await expect(box(page, "Lee")).toBeInViewport();
});
